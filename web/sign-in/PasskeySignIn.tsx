import { useEffect, useEffectEvent } from 'react'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import type { SignedIn } from '#web/sign-in/passkey-acts.ts'
import { usePasskeyAct } from '#web/sign-in/usePasskeyAct.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

type PasskeySignInProps = { onSignedIn: (token: string) => void; onStay: () => void }

/**
 * Signs in by passkey in place of a code: by a button, and by the browser's suggestions in the
 * field of the number, if it makes any.
 */
export function PasskeySignIn({ onSignedIn, onStay }: PasskeySignInProps) {
  useLanguage()
  const { run, isPending } = usePasskeyAct(async acts => goOn(await acts.signInByPasskey()))

  /** Continues with the outcome; returns the error, if any. */
  function goOn(outcome: SignedIn): string | undefined {
    if (outcome === 'stays') onStay()
    else if ('problem' in outcome) return outcome.problem
    else onSignedIn(outcome.token)
    return undefined
  }

  const onSuggested = useEffectEvent((outcome: SignedIn | undefined) => {
    const problem = outcome && goOn(outcome)
    if (problem !== undefined) toast(problem, 'bad')
  })
  useEffect(() => {
    const controller = new AbortController()
    void suggested(controller.signal).then(onSuggested, () => undefined)
    return () => controller.abort()
  }, [])

  return (
    <Button kind="quiet" wide icon="lock" pending={isPending} onPress={() => void run()}>
      {t('code.passkey.sign-in')}
    </Button>
  )
}

async function suggested(ended: AbortSignal): Promise<SignedIn | undefined> {
  const field = document.querySelector<HTMLInputElement>('input[name=phone]')
  if (!field) return undefined
  const acts = await import('#web/sign-in/passkey-acts.ts')
  return ended.aborted ? undefined : acts.signInBySuggestion(field, ended)
}
