import { expect, test } from 'vitest'
import { PUSH_KINDS } from '#server/notices/kinds.ts'
import { pushText } from '#server/notices/words/push-texts.ts'
import { LANGUAGES } from '#words/language.ts'

const all = PUSH_KINDS.flatMap(kind =>
  LANGUAGES.map(language => ({ kind, language, ...pushText(kind, language, '7') })),
)

// Anybody can read a notification on a locked screen.
test.each(all)('$kind ($language) has no figure and no gap', ({ title, body }) => {
  expect(`${title} ${body}`).not.toMatch(/[\p{Nd}\p{Sc}{}]|Rs/u)
})
