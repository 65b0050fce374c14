import type { Day } from '#domain/day.ts'
import type { CardKey } from '#domain/identity/card.ts'
import type { FieldError } from '#domain/identity/form.ts'
import { isPersonalPan } from '#domain/identity/identity.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { dayTyped, printedDay } from './typed-day.ts'
import type { Uploads } from './useUploads.ts'

/** The borrower's answers about the cards; the date is as printed on them. */
export type CardAnswers = { readonly name: string; readonly dob: string; readonly panNo: string }
export type CardColumn = keyof CardAnswers

/** The text read from the two cards. */
export type CardsRead = CardAnswers & {
  /** The ids of the two pictures it was read from. */
  readonly pictures: string
  /** The Aadhaar number, masked. */
  readonly idNo: string
  readonly uncertain: ReadonlySet<CardKey>
}

/**
 * Merges the texts of both cards, the Aadhaar's values before the PAN's; undefined until both have
 * been read.
 */
export function readOf(uploads: Uploads): CardsRead | undefined {
  const [front, pan] = (['aadhaarFront', 'pan'] as const).map(kind =>
    uploads.find(({ type, state }) => type === kind && state === 'read'),
  )
  if (!front || !pan) return undefined
  const dob = front.dob ?? pan.dob
  return {
    pictures: `${front.uploadId} ${pan.uploadId}`,
    idNo: front.idNo ?? '',
    name: front.name ?? pan.name ?? '',
    dob: dob === undefined ? '' : printedDay(dob),
    panNo: pan.panNo ?? '',
    uncertain: new Set([...front.uncertain, ...pan.uncertain.filter(key => key === 'panNo')]),
  }
}

/**
 * Holds the answers: the text that was read, with the borrower's corrections. Corrections of
 * earlier pictures are dropped.
 */
export function useCardAnswers(read: CardsRead | undefined) {
  const readAnswers = { name: read?.name ?? '', dob: read?.dob ?? '', panNo: read?.panNo ?? '' }
  const [typed, change, forget] = usePersonalDraft<Partial<CardAnswers> & { pictures?: string }>(
    'cards',
    {},
  )
  const { pictures, ...corrections } = typed
  const answers: CardAnswers =
    pictures === read?.pictures ? { ...readAnswers, ...corrections } : readAnswers
  const answer = (changed: Partial<CardAnswers>) =>
    change(read === undefined ? {} : { ...answers, ...changed, pictures: read.pictures })
  return [answers, answer, forget] as const
}

/** Returns the answers in the form in which they are sent, or the first fault. */
export function answerProblem({
  name,
  dob,
  panNo,
}: CardAnswers):
  | { readonly error: FieldError }
  | { readonly answers: { name: string; dob: Day; panNo: string } } {
  const day = dayTyped(dob)
  if (name.trim() === '') return { error: { column: 'name', reason: 'name-missing' } }
  if (day === undefined) return { error: { column: 'dob', reason: 'dob-missing' } }
  if (panNo === '') return { error: { column: 'panNo', reason: 'pan-missing' } }
  if (!isPersonalPan(panNo)) return { error: { column: 'panNo', reason: 'pan-wrong' } }
  return { answers: { name: name.trim(), dob: day, panNo } }
}
