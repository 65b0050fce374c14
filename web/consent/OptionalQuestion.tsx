import { useState } from 'react'
import type { OptionalPurpose } from '#domain/privacy/consent.ts'
import { answerOptional } from '#web/consent/answer.ts'
import { optionalTexts, optionalTitles } from '#web/consent/optional-words.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'

type QuestionProps = { purpose: OptionalPurpose; onAnswered: (isGiven: boolean) => void }

/** Asks once for what nothing depends on. Yes and No are alike in size and colour, and neither is chosen beforehand (CCPA 2023). */
export function OptionalQuestion({ purpose, onAnswered }: QuestionProps) {
  const [isPending, setPending] = useState(false)
  async function answer(isGiven: boolean) {
    if (isPending) return
    setPending(true)
    const isNoted = await answerOptional(purpose, isGiven)
    setPending(false)
    if (isNoted) onAnswered(isGiven)
  }
  return (
    <Card label={t(optionalTitles[purpose])}>
      <h3>{t(optionalTitles[purpose])}</h3>
      <Note>{t(optionalTexts[purpose])}</Note>
      <Row>
        <Button kind="secondary" grow pending={isPending} onPress={() => void answer(false)}>
          {t('consent.no')}
        </Button>
        <Button kind="secondary" grow pending={isPending} onPress={() => void answer(true)}>
          {t('consent.yes')}
        </Button>
      </Row>
    </Card>
  )
}
