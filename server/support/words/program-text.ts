/** The program's texts, which apply without a lender's, and the placeholders that a text may have. */
import { contentKindOf, FAQ_TOPICS, type ProgramText, type Wording } from '#domain/content.ts'
import type { ContentVersion } from '#server/support/db/content.ts'
import { inEachLanguage, type Language } from '#words/language.ts'
import { openText } from '#words/say.ts'

/** A text of the lender in a language; in English, if the language was added later. */
export function wordingIn(
  language: Language,
  version: Pick<ContentVersion, 'texts'> | undefined,
): Wording | undefined {
  return version?.texts?.[language] ?? version?.texts?.en
}

/** The program's own text of an item, with its placeholders open; empty where it has none. */
export function programWording(item: string, language: Language): Wording {
  if (item === 'about') return { title: '', body: openText(language, 'about.text') }
  const topic = FAQ_TOPICS.find(each => item === `answer.${each}`)
  if (!topic) return { title: '', body: '' }
  return {
    title: openText(language, `faq.${topic}.title`),
    body: openText(language, `faq.${topic}.content`),
  }
}

/** A notice may say how to reach the lender. */
const OF_NOTICE = ['phone', 'email']

/** The properties of an item for the gate. */
export function programTextOf(item: string): ProgramText {
  const texts = inEachLanguage(language => programWording(item, language).body)
  const kind = contentKindOf(item)
  if (kind === 'notice') return { placeholders: OF_NOTICE, texts }
  if (kind === 'question') return { placeholders: ALL, texts }
  return { placeholders: placeholdersIn(texts.en), texts }
}

function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name))]
}

/** A question of the lender's own may name every figure of the program's answers. */
const ALL = [
  ...new Set(FAQ_TOPICS.flatMap(topic => placeholdersIn(openText('en', `faq.${topic}.content`)))),
]
