import { say } from '#console/words.ts'
import { contentKindOf } from '#domain/content.ts'

/** The name of a text: its title in English, if it has one. */
export function contentName(item: string, title: string): string {
  if (title !== '') return title
  const kind = contentKindOf(item)
  if (kind === 'question') return say('content.question', { number: item.split('.')[1] ?? '' })
  return kind === 'notice' ? say('content.notice') : say('content.about')
}
