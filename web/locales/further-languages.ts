import { markEnglish } from '#web/locales/mark-english.ts'
import { hasLender } from '#web/shell/has-lender.ts'
import type { Area } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'
import type { Message, Messages } from '#words/messages.ts'
import { isGovernedByEnglish } from '#words/reviews.ts'

/*
 * The languages that need not have every message. English replaces each missing sentence. Only those
 * who read one of them fetch this script, its catalogues and its typeface.
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

/** The messages of one area: those of the first script come together. */
function ofArea(messages: Messages, area: Area): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([id]) => id.startsWith(`${area}.`)))
}

/**
 * The texts that a borrower agrees to by reading them on a page: the terms, and what sending an answer
 * consents to.
 */
const AGREED_TO = /^(login\.agree$|legal\.term\.|consent\.(?!question|yes$|no$|more$))/

/** The messages, and after each that is agreed to its English original, which governs. */
export function besideEnglish(local: Messages, english: Messages): Messages {
  const tokens = (message: Message = '') => (typeof message === 'string' ? [message] : message)
  return Object.fromEntries(
    Object.entries(local).map(([id, message]) => [
      id,
      AGREED_TO.test(id) ? [...tokens(message), ' · ', ...tokens(english[id])] : message,
    ]),
  )
}
