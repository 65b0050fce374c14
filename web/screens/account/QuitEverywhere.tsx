import { useLocation } from 'wouter'
import { login } from '#contract/login.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { clearCredentials } from '#web/device/credentials.ts'
import { endPush } from '#web/device/push.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { toast } from '#web/ui/toast.ts'

/** Confirms first, because it ends sessions that the borrower cannot see from here. */
export function QuitEverywhere(props: { onClose: () => void }) {
  const { quitEverywhere, isQuitting } = useQuit()
  return (
    <Dialog
      title={t('account.everywhere.question')}
      onClose={props.onClose}
      actions={
        <>
          <Button kind="secondary" onPress={props.onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" pending={isQuitting} onPress={() => void quitEverywhere()}>
            {t('account.everywhere')}
          </Button>
        </>
      }
    >
      <p>{t('account.everywhere.text')}</p>
    </Dialog>
  )
}

/** Ends the session (spec §4: Quit clears the token and goes to /login). */
export function useQuit() {
  const { run, isPending } = useAction(login.logout)
  const [, navigate] = useLocation()

  function leave() {
    // Navigate first: a borrower page without a token would redirect to sign-in by itself.
    navigate(paths.login())
    clearCredentials()
  }

  /**
   * Clears the token on this device even if the server cannot be reached: without it the session is
   * of no use to anyone.
   */
  async function quit() {
    void endPush()
    const answer = await run({ everywhere: false })
    if (answer !== undefined) leave()
  }

  /**
   * Only the server can end the other sessions, so on a failure nothing is cleared and a toast says
   * why.
   */
  async function quitEverywhere() {
    const answer = await run({ everywhere: true })
    if (answer === undefined) return
    if (answer.ok) {
      void endPush()
      leave()
      toast(t('account.everywhere.done'), 'good', 1)
    } else toast(messageOf(answer), 'bad')
  }

  return { quit, quitEverywhere, isQuitting: isPending }
}
