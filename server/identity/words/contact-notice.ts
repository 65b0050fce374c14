import type { Language } from '#words/language.ts'

/** What an emergency contact is told. The first name alone: who has this number need not know more of the borrower. */
export function contactNoticeText(
  language: Language,
  { firstName, lender, link }: { firstName: string; lender: string; link: string },
): string {
  if (language === 'hi')
    return `${firstName} ने ${lender} से लोन के लिए आपको इमरजेंसी संपर्क बताया है। आप पर कुछ भी बकाया नहीं है और आप कोई गारंटी नहीं देते। कारण देखने या मना करने के लिए: ${link}`
  return `${firstName} named you as an emergency contact for a loan with ${lender}. You owe nothing and guarantee nothing. To see why, or to decline: ${link}`
}
