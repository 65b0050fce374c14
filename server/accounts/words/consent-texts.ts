/**
 * What a borrower agrees to, word for word: every wording that ever stood on a page, by purpose. The newest is what the pages show
 * (consent-texts.test.ts compares it with the catalogues). A changed wording is a new entry with a new version, and everybody is
 * asked again; the old entries stay, so that what somebody agreed to can be shown to them.
 */
import { readFileSync } from 'node:fs'
import type { ConsentPurpose } from '#domain/privacy/consent.ts'
import type { Language } from '#words/language.ts'

export type ConsentText = { readonly version: string } & Readonly<Record<Language, string>>

const TEXTS: Readonly<Record<ConsentPurpose, readonly [ConsentText, ...ConsentText[]]>> = {
  // The sentence at the tick of the sign-in page, and the terms to which it leads.
  agreement: [
    {
      version: '2026-11',
      en: withTerms('I agree to the Loan Guarantee Agreement', '2026-11.en'),
      hi: withTerms('मैं ऋण गारंटी समझौते से सहमत हूँ', '2026-11.hi'),
    },
    {
      version: '2026-11-22',
      en: withTerms('I agree to the Loan Guarantee Agreement', '2026-11-22.en'),
      hi: withTerms('मैं लोन गारंटी समझौते से सहमत हूँ', '2026-11-22.hi'),
    },
  ],
  basic: [
    {
      version: '2026-11',
      en: 'NEXT is your consent: we keep these answers and use them to decide on your application, and for nothing else. You can take it back under Account, Your data.',
      hi: '“आगे बढ़ें” दबाना आपकी सहमति है: ये जवाब हम रखते हैं और केवल आपके आवेदन पर निर्णय के लिए इस्तेमाल करते हैं, किसी और काम के लिए नहीं। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By tapping NEXT you agree that we store these answers and use them only to decide your application. You can withdraw this consent any time in Account › Your data.',
      hi: '“आगे बढ़ें” दबाकर आप सहमति देते हैं कि हम ये जवाब रखें और केवल आपके आवेदन के फ़ैसले के लिए इस्तेमाल करें। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  work: [
    {
      version: '2026-11',
      en: 'NEXT is your consent: we keep these answers and use them to decide on your application, and for nothing else. You can take it back under Account, Your data.',
      hi: '“आगे बढ़ें” दबाना आपकी सहमति है: ये जवाब हम रखते हैं और केवल आपके आवेदन पर निर्णय के लिए इस्तेमाल करते हैं, किसी और काम के लिए नहीं। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By tapping NEXT you agree that we store these answers and use them only to decide your application. You can withdraw this consent any time in Account › Your data.',
      hi: '“आगे बढ़ें” दबाकर आप सहमति देते हैं कि हम ये जवाब रखें और केवल आपके आवेदन के फ़ैसले के लिए इस्तेमाल करें। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  identity: [
    {
      version: '2026-11',
      en: 'Sending your Aadhaar number and your PAN is your consent: they are used to prove who you are, and for nothing else. Of the Aadhaar number only the last four digits are kept. Your PAN is kept encrypted. You can take it back under Account, Your data.',
      hi: 'अपना आधार नंबर और PAN भेजना आपकी सहमति है: इनका उपयोग केवल आपकी पहचान साबित करने के लिए होता है। आधार नंबर के केवल आखिरी चार अंक रखे जाते हैं। आपका PAN एन्क्रिप्ट करके रखा जाता है। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By sending your Aadhaar number and PAN you agree that we use them only to verify who you are. We keep only the last four digits of your Aadhaar number, and we keep your PAN encrypted. You can withdraw this consent any time in Account › Your data.',
      hi: 'आधार नंबर और PAN भेजकर आप सहमति देते हैं कि हम इनका इस्तेमाल केवल आपकी पहचान वेरिफ़ाई करने के लिए करें। हम आधार नंबर के केवल आखिरी चार अंक रखते हैं, और PAN एन्क्रिप्ट करके रखते हैं। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  face: [
    {
      version: '2026-11',
      en: 'Sending the picture is your consent: it is used only to see that you are the person on your Aadhaar. It is kept encrypted and deleted after 30 days. You can take it back under Account, Your data.',
      hi: 'तस्वीर भेजना आपकी सहमति है: इसका उपयोग केवल यह देखने के लिए होता है कि आधार वाले व्यक्ति आप ही हैं। इसे एन्क्रिप्ट करके रखा जाता है और 30 दिन बाद मिटा दिया जाता है। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By sending the picture you agree that we use it only to check that you are the person on your Aadhaar. We keep it encrypted and delete it after 30 days. You can withdraw this consent any time in Account › Your data.',
      hi: 'तस्वीर भेजकर आप सहमति देते हैं कि हम इसका इस्तेमाल केवल यह जाँचने के लिए करें कि आधार वाले व्यक्ति आप ही हैं। हम इसे एन्क्रिप्ट करके रखते हैं और 30 दिन बाद मिटा देते हैं। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  contacts: [
    {
      version: '2026-11',
      en: 'NEXT is your consent: we keep these names and numbers and reach these people only in an emergency, never about what you owe. You can take it back under Account, Your data.',
      hi: '“आगे बढ़ें” दबाना आपकी सहमति है: ये नाम और नंबर हम रखते हैं और इन लोगों से केवल आपात स्थिति में संपर्क करते हैं, आपके बकाया के बारे में कभी नहीं। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By tapping NEXT you agree that we store these names and numbers and contact these people only in an emergency, never about what you owe. You can withdraw this consent any time in Account › Your data.',
      hi: '“आगे बढ़ें” दबाकर आप सहमति देते हैं कि हम ये नाम और नंबर रखें और इन लोगों से केवल इमरजेंसी में संपर्क करें, आपके बकाया के बारे में कभी नहीं। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  'bank-account': [
    {
      version: '2026-11',
      en: 'Apply Now is your consent: your bank is asked whether this account is yours, and a loan is paid to it. Its number is kept encrypted. You can take it back under Account, Your data.',
      hi: '“अभी आवेदन करें” दबाना आपकी सहमति है: आपके बैंक से पूछा जाता है कि यह खाता आपका है या नहीं, और ऋण इसी में भेजा जाता है। इसका नंबर एन्क्रिप्ट करके रखा जाता है। इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'By tapping Apply Now you agree that we ask your bank whether this account is yours, and that we pay your loan to it. We keep its number encrypted. You can withdraw this consent any time in Account › Your data.',
      hi: '“खाता जोड़ें” दबाकर आप सहमति देते हैं कि हम आपके बैंक से पूछें कि यह खाता आपका है या नहीं, और लोन का पैसा इसी में भेजें। हम इसका नंबर एन्क्रिप्ट करके रखते हैं। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  location: [
    {
      version: '2026-11',
      en: 'May we note once roughly where you are? It helps to see that the application comes from you. It is exact to about a kilometre, kept encrypted and deleted after 30 days. The decision does not depend on it, and you can take it back under Account, Your data.',
      hi: 'क्या हम एक बार यह दर्ज करें कि आप लगभग कहाँ हैं? इससे पता चलता है कि आवेदन आप ही कर रहे हैं। यह करीब एक किलोमीटर तक सटीक होता है, एन्क्रिप्ट करके रखा जाता है और 30 दिन बाद मिटा दिया जाता है। निर्णय इस पर निर्भर नहीं है, और इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'May we store once roughly where you are? It helps us see that you made this application. It is accurate to about a kilometre. We keep it encrypted and delete it after 30 days. Our decision does not depend on it. You can withdraw this consent any time in Account › Your data.',
      hi: 'क्या हम एक बार यह सेव करें कि आप लगभग कहाँ हैं? इससे पता चलता है कि आवेदन आप ही कर रहे हैं। यह करीब एक किलोमीटर तक सही होता है। हम इसे एन्क्रिप्ट करके रखते हैं और 30 दिन बाद मिटा देते हैं। हमारा फ़ैसला इस पर निर्भर नहीं है। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  marketing: [
    {
      version: '2026-11',
      en: 'May we note which advertisement brought you here? It helps to see which advertisements are worth their money. Nothing depends on it, and you can take it back under Account, Your data.',
      hi: 'क्या हम यह दर्ज करें कि आप किस विज्ञापन से यहाँ आए? इससे पता चलता है कि कौन-से विज्ञापन काम के हैं। कुछ भी इस पर निर्भर नहीं है, और इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'May we store which advertisement brought you here? It helps us see which advertisements work. Your loan does not depend on it. You can withdraw this consent any time in Account › Your data.',
      hi: 'क्या हम यह सेव करें कि आप किस विज्ञापन से यहाँ आए? इससे पता चलता है कि कौन-से विज्ञापन काम करते हैं। आपका लोन इस पर निर्भर नहीं है। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
  tracking: [
    {
      version: '2026-11',
      en: 'May we count which pages of this app are opened on this phone? It helps to make the app better. It carries a random number, neither your name nor your mobile number, and is deleted by itself. Nothing depends on it, and you can take it back under Account, Your data.',
      hi: 'क्या हम गिनें कि इस फ़ोन पर ऐप के कौन-से पेज खुलते हैं? इससे ऐप बेहतर बनता है। इसमें एक यादृच्छिक संख्या होती है, न आपका नाम न आपका मोबाइल नंबर, और यह अपने आप मिट जाता है। कुछ भी इस पर निर्भर नहीं है, और इसे आप खाता › आपका डेटा में वापस ले सकते हैं।',
    },
    {
      version: '2026-11-22',
      en: 'May we count which pages of this app you open on this phone? It helps us make the app better. We store a random number with it, not your name or mobile number, and it is deleted automatically. Your loan does not depend on it. You can withdraw this consent any time in Account › Your data.',
      hi: 'क्या हम गिनें कि आप इस फ़ोन पर ऐप के कौन-से पेज खोलते हैं? इससे हम ऐप को बेहतर बनाते हैं। इसके साथ एक रैंडम नंबर सेव होता है, आपका नाम या मोबाइल नंबर नहीं, और यह अपने आप मिट जाता है। आपका लोन इस पर निर्भर नहीं है। आप यह सहमति कभी भी खाता › आपका डेटा में वापस ले सकते हैं।',
    },
  ],
}

/** The terms as they stood under a version: one paragraph a line. */
function withTerms(sentence: string, file: string): string {
  const paragraphs: string[] = JSON.parse(
    readFileSync(new URL(`terms/${file}.json`, import.meta.url), 'utf8'),
  )
  return [sentence, ...paragraphs].join('\n\n')
}

/** Which wording of a purpose the pages show. */
export function currentVersionOf(purpose: ConsentPurpose): string {
  return (TEXTS[purpose].at(-1) ?? TEXTS[purpose][0]).version
}

/** What stood on the page under a version; nothing where there never was such a version. */
export function consentText(
  purpose: ConsentPurpose,
  version: string,
  language: Language,
): string | undefined {
  return TEXTS[purpose].find(text => text.version === version)?.[language]
}
