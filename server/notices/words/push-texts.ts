import type { OrderNews } from '#server/platform/jobs/names.ts'
import type { PushMessage } from '#server/providers/push/port.ts'
import type { Language } from '#words/language.ts'

type Words = { readonly title: string; readonly body: string }
type News = Readonly<Record<Language, Words>> & { readonly path: (orderId: string) => string }

/** On a locked screen anybody reads them: no amounts, no names, and nothing that only a loan's owner should know in detail. */
const NEWS: Readonly<Record<OrderNews, News>> = {
  approved: {
    en: {
      title: 'Your application was approved',
      body: 'Read the offer and take it when you are ready.',
    },
    hi: { title: 'आपका आवेदन मंज़ूर हो गया', body: 'प्रस्ताव पढ़ें और जब आप तैयार हों, तब लें।' },
    path: orderId => `/orders/${orderId}/confirm`,
  },
  denied: {
    en: {
      title: 'Your application was decided',
      body: 'Open Saral to read the decision and its reasons.',
    },
    hi: { title: 'आपके आवेदन पर फ़ैसला हो गया', body: 'फ़ैसला और उसके कारण पढ़ने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-arrived': {
    en: {
      title: 'The money has arrived',
      body: 'It is in your bank account. Open Saral to see your due dates.',
    },
    hi: { title: 'पैसा पहुँच गया', body: 'वह आपके बैंक खाते में है। देय तारीख़ें देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-refused': {
    en: { title: 'The money could not be sent', body: 'Nothing is owed. Open Saral to see why.' },
    hi: { title: 'पैसा नहीं भेजा जा सका', body: 'कुछ भी बकाया नहीं है। कारण देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-reversed': {
    en: {
      title: 'The bank took the money back',
      body: 'Nothing is owed. Open Saral to see what happens with what you paid.',
    },
    hi: {
      title: 'बैंक ने ऋण का पैसा वापस ले लिया',
      body: 'कुछ भी बकाया नहीं है। आपने जो चुकाया उसका क्या होगा, यह देखने के लिए सरल खोलें।',
    },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'due-soon': {
    en: { title: 'A date in Saral is near', body: 'Open Saral to see which one.' },
    hi: { title: 'सरल में एक तारीख़ पास है', body: 'कौन-सी, यह देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'due-today': {
    en: { title: 'A date in Saral is today', body: 'Open Saral to see which one.' },
    hi: { title: 'सरल में एक तारीख़ आज है', body: 'कौन-सी, यह देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payment-received': {
    en: { title: 'Your payment was received', body: 'Open Saral to see it.' },
    hi: { title: 'आपका भुगतान मिल गया', body: 'उसे देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  settled: {
    en: { title: 'All is paid', body: 'Nothing is owed any more. Open Saral to see it.' },
    hi: { title: 'सब चुक गया', body: 'अब कुछ भी बकाया नहीं है। देखने के लिए सरल खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'reservation-applied': {
    en: {
      title: 'Your reserved application was sent',
      body: 'Nothing is paid out before you agree to the terms.',
    },
    hi: {
      title: 'आपका तय किया हुआ आवेदन भेज दिया गया',
      body: 'शर्तों पर आपकी सहमति से पहले कुछ नहीं भेजा जाता।',
    },
    path: orderId => `/orders/${orderId}/audit`,
  },
  'reservation-refused': {
    en: {
      title: 'Your reserved application was not possible',
      body: 'Open Saral to see why. You can apply again yourself.',
    },
    hi: {
      title: 'आपका तय किया हुआ आवेदन संभव नहीं हुआ',
      body: 'कारण देखने के लिए सरल खोलें। आप स्वयं फिर आवेदन कर सकते हैं।',
    },
    path: orderId => `/schedule/${orderId}`,
  },
  'face-passed': {
    en: { title: 'Your picture was accepted', body: 'A person looked at it. Open Saral to go on.' },
    hi: { title: 'आपकी तस्वीर स्वीकार हो गई', body: 'एक व्यक्ति ने उसे देखा। आगे बढ़ने के लिए सरल खोलें।' },
    path: () => '/',
  },
  'face-denied': {
    en: {
      title: 'Please take your picture again',
      body: 'Open Saral to read why the last one could not be accepted.',
    },
    hi: {
      title: 'कृपया अपनी तस्वीर फिर से लें',
      body: 'पिछली तस्वीर क्यों स्वीकार नहीं हुई, यह पढ़ने के लिए सरल खोलें।',
    },
    path: () => '/auth/face',
  },
}

export function pushText(
  news: OrderNews,
  language: Language,
  orderId: string,
): Omit<PushMessage, 'tag'> {
  const { path, ...words } = NEWS[news]
  return { ...words[language], path: path(orderId) }
}
