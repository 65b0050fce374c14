import type { Day } from '#domain/day.ts'
import type { CardKey } from '#domain/identity/card.ts'
import type { FieldError } from '#domain/identity/form.ts'
import { isPersonalPan } from '#domain/identity/identity.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { dayTyped, printedDay } from './typed-day.ts'
import type { Uploads } from './useUploads.ts'

/** What the borrower says of the cards; the date as it is printed on them. */
export type CardAnswers = { readonly name: string; readonly dob: string; readonly panNo: string }
export type CardColumn = keyof CardAnswers

/** What was read of both cards, once both were. */
export type CardsRead = CardAnswers & {
  /** Of these two pictures and no others. */
  readonly pictures: string
  /** The Aadhaar number, masked. */
  readonly idNo: string
  readonly uncertain: ReadonlySet<CardKey>
}

/** What was read, the Aadhaar before the PAN where both have it; nothing until both cards were. */
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

/** What was read, over that what the borrower put right. Of other pictures, other answers. */
export function useCardAnswers(read: CardsRead | undefined) {
  const known = { name: read?.name ?? '', dob: read?.dob ?? '', panNo: read?.panNo ?? '' }
  const [typed, change, forget] = usePersonalDraft<Partial<CardAnswers> & { pictures?: string }>(
    'cards',
    {},
  )
  const { pictures, ...put } = typed
  const answers: CardAnswers = pictures === read?.pictures ? { ...known, ...put } : known
  const answer = (changed: Partial<CardAnswers>) =>
    change(read === undefined ? {} : { ...answers, ...changed, pictures: read.pictures })
  return [answers, answer, forget] as const
}

/** The answers as they are sent, or the first thing wrong with them. */
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
