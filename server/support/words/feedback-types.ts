import type { Language } from '#words/language.ts'

type FeedbackType = { readonly problemType: string; readonly en: string; readonly hi: string }

/** What a feedback may be about. The ids are kept with each feedback: a type may be reworded, and never given another meaning. */
const TYPES: readonly FeedbackType[] = [
  { problemType: 'application', en: 'My application', hi: 'मेरा आवेदन' },
  { problemType: 'verification', en: 'Verification', hi: 'वेरिफ़िकेशन' },
  { problemType: 'payout', en: 'The money has not come', hi: 'पैसा नहीं आया' },
  { problemType: 'repayment', en: 'Repayment', hi: 'रीपेमेंट' },
  { problemType: 'charges', en: 'Fees and interest', hi: 'शुल्क और ब्याज' },
  { problemType: 'privacy', en: 'My data', hi: 'मेरा डेटा' },
  { problemType: 'conduct', en: 'How I was treated', hi: 'मेरे साथ बर्ताव' },
  { problemType: 'app', en: 'The app', hi: 'ऐप' },
  { problemType: 'other', en: 'Something else', hi: 'कुछ और' },
]

export function feedbackTypes(language: Language): { problemType: string; problemDesc: string }[] {
  return TYPES.map(({ problemType, ...words }) => ({ problemType, problemDesc: words[language] }))
}

/** How a type is called; of one that is no more, its id. */
export function feedbackTypeText(problemType: string, language: Language): string {
  return TYPES.find(type => type.problemType === problemType)?.[language] ?? problemType
}

export function isFeedbackType(problemType: string): boolean {
  return TYPES.some(type => type.problemType === problemType)
}
