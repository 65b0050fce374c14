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

/** Asked first: it ends sessions that cannot be seen from here. */
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
          <Button pending={isQuitting} onPress={() => void quitEverywhere()}>
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
    // First away, then forget: a borrower page without a token would ask to sign in again for itself.
    navigate(paths.login())
    clearCredentials()
  }

  /** This device forgets the token even when the server cannot be told: without it the session is of no use to anyone. */
  async function quit() {
    void endPush()
    const answer = await run({ everywhere: false })
    if (answer !== undefined) leave()
  }

  /** Only the server can end the other sessions, so a failure is said and nothing is cleared. */
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
