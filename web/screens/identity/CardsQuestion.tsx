import { useEffect, useRef } from 'react'
import type { CardKey } from '#domain/identity/card.ts'
import { isPanUnreadable, typedPan } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { FieldErrors } from '#web/verify/useFieldErrors.ts'
import type { CardAnswers, CardColumn, CardsRead } from './card-answers.ts'
import { isDayUnreadable, typedDay } from './typed-day.ts'

type CardsQuestionProps = {
  read: CardsRead
  answers: CardAnswers
  errors: FieldErrors
  onAnswer: (column: CardColumn, answer: string) => void
}

/**
 * Shows the text read from the cards, for the borrower to compare and correct. Only what they
 * confirm counts.
 */
export function CardsQuestion({ read, answers, errors, onAnswer }: CardsQuestionProps) {
  const place = useRef<HTMLDivElement>(null)
  // The fields are below the pictures: once they appear they are scrolled into view, and an error
  // moves the focus.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => {
    const column = errors.shown[0]?.column
    if (column !== undefined)
      place.current?.querySelector<HTMLInputElement>(`[name=${column}]`)?.focus()
  }, [errors.shown])

  const field = (column: CardColumn, key: CardKey) => ({
    name: column,
    value: answers[column],
    onChange: (answer: string) => onAnswer(column, answer),
    error: errors.of(column) ?? typingErrorOf(column, answers[column]),
    hint:
      read.uncertain.has(key) && answers[column] === read[column]
        ? t('verify.cards.uncertain')
        : undefined,
  })
  return (
    <div ref={place}>
      <Section title={t('verify.cards.title')}>
        <Stack gap="loose">
          <Note>{t('verify.cards.text')}</Note>
          <TextField
            label={t('verify.aadhaar')}
            value={read.idNo}
            readOnly
            onChange={() => undefined}
          />
          <TextField
            {...field('name', 'name')}
            label={t('verify.cards.name')}
            autoComplete="name"
            maxLength={100}
          />
          <TextField
            {...field('dob', 'dob')}
            label={t('verify.cards.dob')}
            placeholder={t('verify.cards.dob.form')}
            normalise={typedDay}
            inputMode="numeric"
            autoComplete="bday"
          />
          <TextField {...field('panNo', 'panNo')} label={t('verify.pan')} normalise={typedPan} />
        </Stack>
      </Section>
    </div>
  )
}

/** The error of a text that no further typing can make an answer. */
function typingErrorOf(column: CardColumn, text: string): string | undefined {
  if (column === 'panNo' && isPanUnreadable(text)) return inWords('answer', { reason: 'pan-wrong' })
  return column === 'dob' && isDayUnreadable(text)
    ? inWords('answer', { reason: 'dob-missing' })
    : undefined
}
