import { markEnglish } from '#web/locales/mark-english.ts'
import { hasLender } from '#web/shell/has-lender.ts'
import type { Area } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'
import type { Message, Messages } from '#words/messages.ts'
import { isGovernedByEnglish } from '#words/reviews.ts'

/*
 * The languages that need not have every message. English replaces each missing sentence. Only
 * their readers fetch this script, their catalogues and typefaces.
 */

const files = import.meta.glob<{ default: Messages }>('../../words/{ta,te,bn,mr}/*.json')
const faces = import.meta.glob('./faces/*.css')

/** Fetches one area of one language, with English for what it lacks. */
export async function fetchOther(
  area: Area,
  language: Language,
  fetchEnglish: (area: Area) => Promise<Messages>,
): Promise<Messages> {
  if (typeof document !== 'undefined') markEnglish()
  const [fetched, local] = await Promise.all([
    fetchEnglish(area),
    files[`../../words/${language}/${area}.json`]?.(),
    faces[`./faces/${language}.css`]?.(),
  ])
  const english = ofArea(fetched, area)
  const words = local?.default ?? {}
  const isAgreedTo = Object.keys(words).some(id => AGREED_TO.test(id))
  return isAgreedTo && isGovernedByEnglish(language, await hasLender(language))
    ? { ...english, ...besideEnglish(words, english) }
    : { ...english, ...words }
}

/** The messages of one area; the first script holds two areas in one object. */
function ofArea(messages: Messages, area: Area): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([id]) => id.startsWith(`${area}.`)))
}

/** The texts to which a borrower agrees: the terms, and the consents given by sending an answer. */
const AGREED_TO = /^(login\.agree$|legal\.term\.|consent\.(?!question|yes$|no$|more$))/

/** The messages; a text that is agreed to is followed by its English original, which governs. */
export function besideEnglish(local: Messages, english: Messages): Messages {
  const tokens = (message: Message = '') => (typeof message === 'string' ? [message] : message)
  return Object.fromEntries(
    Object.entries(local).map(([id, message]) => [
      id,
      AGREED_TO.test(id) ? [...tokens(message), ' · ', ...tokens(english[id])] : message,
    ]),
  )
}
