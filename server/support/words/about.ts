import type { Lender } from '#server/platform/config.ts'
import type { Language } from '#words/language.ts'

export const APP_NAME = 'Saral'

/** What the product is and who lends. Without a lender it says that nobody does (product §1). */
export function copywriting(language: Language, lender: Lender | undefined): string {
  return language === 'hi'
    ? `${HINDI} ${hindiLender(lender)}`
    : `${ENGLISH} ${englishLender(lender)}`
}

const ENGLISH =
  'Saral means simple. It offers short loans to people in India and shows what each one costs before you decide: what you receive, what you repay, and the APR, which puts it all into one number. It asks only for what a loan needs. You can see, withdraw and erase what you gave.'
const HINDI =
  'Saral यानी आसान। यह भारत में लोगों को छोटी अवधि के लोन देता है और आपके फ़ैसले से पहले दिखाता है कि हर लोन का खर्च कितना है: आपको कितना मिलेगा, कितना चुकाना होगा, और APR, जो यह सब एक ही आँकड़े में बताता है। यह केवल वही माँगता है जो लोन के लिए ज़रूरी है। आप अपनी दी हुई जानकारी देख सकते हैं, वापस ले सकते हैं और मिटा सकते हैं।'

function englishLender(lender: Lender | undefined): string {
  if (!lender) return 'This is a demonstration: there is no lender, and no money moves.'
  return `The lender is ${lender.name}, registered with the Reserve Bank of India under ${lender.rbiRegistration}.`
}

function hindiLender(lender: Lender | undefined): string {
  if (!lender) return 'यह केवल एक डेमो है: लोन देने वाली कोई कंपनी नहीं है, और कोई पैसा नहीं भेजा जाता।'
  return `लोन देने वाली कंपनी ${lender.name} है, जो भारतीय रिज़र्व बैंक में ${lender.rbiRegistration} नंबर से रजिस्टर्ड है।`
}
