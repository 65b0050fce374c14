import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { usePasskeyAct } from '#web/sign-in/usePasskeyAct.ts'
import { Button } from '#web/ui/Button.tsx'

/** The way to sign in beside the code. */
export function PasskeySignIn(props: { onSignedIn: (token: string) => void; onStay: () => void }) {
  useLanguage()
  const { run, isPending } = usePasskeyAct(async acts => {
    const outcome = await acts.signInByPasskey()
    if (outcome === 'stays') props.onStay()
    else if ('problem' in outcome) return outcome.problem
    else props.onSignedIn(outcome.token)
    return undefined
  })
  return (
    <Button kind="quiet" wide icon="lock" pending={isPending} onPress={() => void run()}>
      {t('code.passkey.sign-in')}
    </Button>
  )
}
