import { expect, test } from 'vitest'
import { LANGUAGES } from '#words/language.ts'
import { say } from '#words/say.ts'

/** "Minute", as each language writes it. */
const MINUTES = /minute|मिनट|মিনিট|मिनिट|நிமிட|నిమిష/

test.each(LANGUAGES)('no time is promised where a person may decide, in %s', language => {
  for (const id of ['apply.done', 'orders.audit.person', 'orders.question.waits'] as const)
    expect(say(language, id), id).not.toMatch(MINUTES)
  expect(say(language, 'orders.audit.text')).toMatch(MINUTES)
})
