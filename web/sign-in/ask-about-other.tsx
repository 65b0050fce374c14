import type { Failure } from '#contract/client.ts'
import { messageOf } from '#web/api/failures.ts'
import { t } from '#web/locales/i18n.ts'
import { answered } from '#web/sign-in/aside.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

/** Asks whether a sign-in may end the session of another person that is there (product §10). */
export function askAboutOther(refusal: Failure): Promise<boolean> {
  return answered(onAnswer => <Question text={messageOf(refusal)} onAnswer={onAnswer} />)
}

function Question({ text, onAnswer }: { text: string; onAnswer: (isReplaced: boolean) => void }) {
  return (
    <Dialog
      title={t('code.other')}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button kind="secondary" onPress={() => onAnswer(false)}>
            {t('code.other.stay')}
          </Button>
          <Button kind="primary" onPress={() => onAnswer(true)}>
            {t('code.other.replace')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <p>{t('code.other.text')}</p>
    </Dialog>
  )
}
