import { spelled } from '#console/states.ts'
import { hasWord, say } from '#console/words.ts'
import type { InboxKind } from '#domain/staff/inbox.ts'

/** The catalogue entries that name the words of a kind's note. */
const NAMES: Readonly<Partial<Record<InboxKind, string>>> = {
  'vendor-key': 'vendor',
  application: 'decide.rule',
  face: 'face.reason',
  cards: 'face.doubt',
  names: 'names.what',
  hardship: 'hardship.reason',
  complaint: 'stage',
  feedback: 'problem',
  proposal: 'act',
}

/** The state or cause of an item as staff read it: the words of its note, each by its name. */
export function noteText(kind: InboxKind, note: string): string {
  return namedWords(note, [NAMES[kind] ?? 'note', 'note'])
}

/** Each word of a record by its name in the first of these areas of the catalogue that has one. */
export function namedWords(words: string, areas: readonly string[]): string {
  const names = words.split(' ').map(word => {
    const id = areas.map(area => `${area}.${word}`).find(hasWord)
    return id === undefined ? spelled(word) : say(id)
  })
  return names.join(', ')
}
