import { hasWord, say } from '#console/words.ts'
import type { InboxKind, InboxNotes } from '#domain/staff/inbox.ts'

/** The area of the catalogue with the texts of a kind's notes. */
const AREAS = {
  'vendor-key': 'vendor',
  refund: 'note',
  payout: 'note',
  hardship: 'hardship.reason',
  complaint: 'stage',
  application: 'decide.rule',
  face: 'face.reason',
  cards: 'face.doubt',
  names: 'names.what',
  looks: 'note',
  proposal: 'act',
  'sign-in-codes': 'note',
  mandate: 'mandate',
  'skipped-order': 'note',
  'unknown-payment': 'note',
  feedback: 'problem',
  'failed-job': 'note',
} as const satisfies Readonly<Record<InboxKind, string>>

/** Notes that every kind may have. */
const COMMON_NOTES = ['answered', 'no-answer', 'escalated'] as const
type CommonNote = (typeof COMMON_NOTES)[number]

/** The text of each note of each kind: this does not compile where the catalogue lacks one. */
type NoteId =
  | `note.${CommonNote}`
  | {
      [Kind in InboxKind]: `${(typeof AREAS)[Kind]}.${Exclude<InboxNotes[Kind], CommonNote>}`
    }[InboxKind]
const isNoteId = (id: string): id is NoteId => hasWord(id)

/** The names that others gave, and the states and causes of an item as staff read them. */
export function noteText(
  kind: InboxKind,
  notes: readonly string[],
  names: readonly string[] = [],
): string {
  const texts = notes.map(note => {
    const isCommon = COMMON_NOTES.some(each => each === note)
    const id = `${isCommon ? 'note' : AREAS[kind]}.${note}`
    return isNoteId(id) ? say(id) : note
  })
  return [...names, ...texts].join(', ')
}
