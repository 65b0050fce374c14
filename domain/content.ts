import { figuresIn, linksIn, plainly } from '#domain/content-spelling.ts'

/*
 * The texts that a lender may edit: the answers of the help page, questions of its own, the
 * description of the product, and one notice to every visitor (decision 76). Each version holds
 * from an India day on. A text names the product's figures only by placeholders, which cannot
 * contradict a loan.
 */

/** The topics of the program's questions, in the order in which borrowers come to ask them. */
export const FAQ_TOPICS = [
  'cost',
  'received',
  'eligibility',
  'identity',
  'contacts',
  'payout',
  'repayment',
  'overdue',
  'extension',
  'cooling-off',
  'denied',
  'tier',
  'fraud',
  'complaint',
] as const
export type FaqTopic = (typeof FAQ_TOPICS)[number]

/** A lender has no more questions of its own. */
export const OWN_QUESTIONS_MAX = 20

/** One text that a lender may word: `answer.cost`, `question.1`, `about` or `notice`. */
export const CONTENT_ITEMS: readonly string[] = [
  ...FAQ_TOPICS.map(topic => `answer.${topic}`),
  ...Array.from({ length: OWN_QUESTIONS_MAX }, (_, at) => `question.${at + 1}`),
  'about',
  'notice',
]

export const CONTENT_KINDS = ['answer', 'question', 'about', 'notice'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** The kind of an item: the first word of its name. */
export function contentKindOf(item: string): ContentKind {
  const kind = CONTENT_KINDS.find(each => each === item.split('.')[0])
  if (!kind) throw new Error(`content item ${item} is unknown`)
  return kind
}

/** True if the lender also edits the title. That of the program's answer is its question. */
export function hasOwnTitle(item: string): boolean {
  return ['question', 'notice'].includes(contentKindOf(item))
}

/** A text in one language; without a title of its own, the title is empty. */
export type Wording = { readonly title: string; readonly body: string }
/** A text by language. */
export type ContentTexts = Readonly<Record<string, Wording>>

export const TITLE_MAX = 120
export const BODY_MAX = 1_500
const ADDRESS_MAX = 300

/** The program's text, which a lender's replaces, and its placeholders. */
export type ProgramText = {
  /** The placeholders that are filled in. */
  readonly placeholders: readonly string[]
  /**
   * The program's own text by language. A figure or an address that stands in it is the law's or the
   * Reserve Bank's, and may be repeated.
   */
  readonly texts: Readonly<Record<string, string>>
}

export const CONTENT_FAULTS = [
  'missing',
  'empty',
  'too-long',
  'characters',
  'placeholder',
  'figure',
  'markup',
  'link',
] as const
export type ContentFault = {
  readonly reason: (typeof CONTENT_FAULTS)[number]
  readonly language: string
  readonly part: keyof Wording
  /** The words at fault, where there are any. */
  readonly word: string
}

/** A text as it is stored: without spaces at its ends, each run of spaces and line breaks one space. */
export function tidied({ title, body }: Wording): Wording {
  const tidy = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return { title: tidy(title), body: tidy(body) }
}

/** The faults of these texts, in the order of the languages; empty if they are sound. */
export function contentFaults(
  item: string,
  texts: Readonly<Partial<Record<string, Wording>>>,
  languages: readonly string[],
  program: ProgramText,
): readonly ContentFault[] {
  return languages.flatMap(language => {
    const typed = texts[language]
    if (!typed) return [{ reason: 'missing' as const, language, part: 'body' as const, word: '' }]
    const parts = hasOwnTitle(item) ? (['title', 'body'] as const) : (['body'] as const)
    const wording = tidied(typed)
    return parts.flatMap(part =>
      faultsOf(wording[part], part, program.placeholders, program.texts[language] ?? '').map(
        ({ reason, word }) => ({ reason, language, part, word }),
      ),
    )
  })
}

type WordFault = { readonly reason: ContentFault['reason']; readonly word: string }

function faultsOf(
  text: string,
  part: keyof Wording,
  placeholders: readonly string[],
  programText: string,
): readonly WordFault[] {
  if (text === '') return [{ reason: 'empty', word: '' }]
  const maxLength = part === 'title' ? TITLE_MAX : BODY_MAX
  // A longer text is not searched: it has to become shorter in any case.
  if (text.length > maxLength) return [{ reason: 'too-long', word: String(maxLength) }]
  const each = (reason: WordFault['reason'], words: readonly string[]): WordFault[] =>
    [...new Set(words)].map(word => ({ reason, word }))
  const plain = plainly(text)
  const allowed = new Set([...figuresIn(programText), ...linksIn(programText)])
  return [
    ...(HIDDEN.test(text) ? [{ reason: 'characters' as const, word: '' }] : []),
    ...each('placeholder', unknownPlaceholders(text, placeholders)),
    ...each(
      'figure',
      figuresIn(text).filter(figure => !allowed.has(figure)),
    ),
    ...each('markup', plain.match(MARKUP) ?? []),
    ...each(
      'link',
      linksIn(text).filter(link => !allowed.has(link)),
    ),
  ]
}

/** Control characters, half characters, and those that turn the direction of writing. */
const HIDDEN = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const MARKUP = /[<>`]|&#?\w+;|\]\(|\*\*/gu
/** Every placeholder that is not filled in, and every brace that belongs to none. */
function unknownPlaceholders(text: string, allowed: readonly string[]): readonly string[] {
  const rest = text.replace(PLACEHOLDER, (whole, name: string) =>
    allowed.includes(name) ? '' : whole,
  )
  return rest.match(/\{[^{}]*\}?|\}/gu) ?? []
}

const PLACEHOLDER = /\{(\w+)\}/gu

/** A sound text with its placeholders filled in. */
export function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
}

/** The days and the address of a notice. */
export type NoticeFrame = {
  readonly fromDay: string
  readonly untilDay: string | null
  readonly href: string | null
}
export type NoticeFault = 'until' | 'address'

/** The fault of a notice: it must end on a day, and lead only to an https address. */
export function noticeFault({ fromDay, untilDay, href }: NoticeFrame): NoticeFault | undefined {
  if (untilDay === null || untilDay < fromDay) return 'until'
  const isAddress =
    href === null || (href.length <= ADDRESS_MAX && ADDRESS.test(href) && !HIDDEN.test(href))
  return isAddress ? undefined : 'address'
}

const ADDRESS = /^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:[/?#][^\s"<>\\^`{|}]*)?$/iu
