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
  'Saral means simple. It offers short loans to people in India, and says what each one costs before you decide: what arrives in your account, what you repay, and the APR that puts it all into one number. It asks only for what a loan needs, and you can see, take back and erase what you gave.'
const HINDI =
  'सरल यानी आसान। यह भारत में लोगों को छोटी अवधि के ऋण देता है, और आपके फ़ैसले से पहले बताता है कि हर ऋण का ख़र्च क्या है: खाते में कितना आएगा, कितना लौटाना होगा, और APR, जो सब कुछ एक संख्या में बताता है। यह केवल वही माँगता है जो ऋण के लिए ज़रूरी है, और आप अपनी दी हुई जानकारी देख, वापस ले और मिटा सकते हैं।'

function englishLender(lender: Lender | undefined): string {
  if (!lender) return 'This is a demonstration: there is no lender, and no money moves.'
  return `The lender is ${lender.name}, registered with the Reserve Bank of India under ${lender.rbiRegistration}.`
}

function hindiLender(lender: Lender | undefined): string {
  if (!lender) return 'यह केवल एक प्रदर्शन है: कोई ऋणदाता नहीं है, और कोई पैसा नहीं चलता।'
  return `ऋणदाता ${lender.name} है, जो भारतीय रिज़र्व बैंक में ${lender.rbiRegistration} के तहत पंजीकृत है।`
}
