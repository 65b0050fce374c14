import { hasWord, say } from '#console/words.ts'
import type { InboxKind, InboxNotes } from '#domain/staff/inbox.ts'

/** Where the catalogue has the texts of a kind's notes. */
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
const BESIDES = ['answered', 'no-answer', 'escalated'] as const
type Beside = (typeof BESIDES)[number]

/** The text of each note of each kind: this does not compile where the catalogue lacks one. */
type NoteId =
  | `note.${Beside}`
  | {
      [Kind in InboxKind]: `${(typeof AREAS)[Kind]}.${Exclude<InboxNotes[Kind], Beside>}`
    }[InboxKind]
const isNoteId = (id: string): id is NoteId => hasWord(id)

/** The states and causes of an item as staff read them, and what others named, as they named it. */
export function noteText(
  kind: InboxKind,
  notes: readonly string[],
  names: readonly string[] = [],
): string {
  const texts = notes.map(note => {
    const isBeside = BESIDES.some(each => each === note)
    const id = `${isBeside ? 'note' : AREAS[kind]}.${note}`
    return isNoteId(id) ? say(id) : note
  })
  return [...names, ...texts].join(', ')
}
