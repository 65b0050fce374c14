import { KINDS, type PushKind } from '#server/notices/kinds.ts'
import type { PushMessage } from '#server/providers/push/port.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

/** Anybody can read these on a locked screen, so they hold no amounts, no names and no details of a loan. */
export function pushText(
  kind: PushKind,
  language: Language,
  orderId: string,
): Omit<PushMessage, 'tag'> {
  return {
    title: say(language, `push.${kind}.title`),
    body: say(language, `push.${kind}.body`),
    path: KINDS[kind].page(orderId),
  }
}
