import type { OrderNews } from '#server/platform/jobs/names.ts'
import type { PushMessage } from '#server/providers/push/port.ts'
import type { Language } from '#words/language.ts'

type Words = { readonly title: string; readonly body: string }
type News = Readonly<Record<Language, Words>> & { readonly path: (orderId: string) => string }

/** Anybody can read these on a locked screen, so they hold no amounts, no names and no details of a loan. */
const NEWS: Readonly<Record<OrderNews, News>> = {
  approved: {
    en: {
      title: 'Your application is approved',
      body: 'Read the offer and take it when you are ready.',
    },
    hi: { title: 'आपका आवेदन मंज़ूर हो गया', body: 'ऑफ़र पढ़ें और जब तैयार हों, तब लें।' },
    path: orderId => `/orders/${orderId}/confirm`,
  },
  denied: {
    en: {
      title: 'We have a decision on your application',
      body: 'Open Saral to read the decision and the reasons.',
    },
    hi: { title: 'आपके आवेदन पर फ़ैसला हो गया', body: 'फ़ैसला और उसके कारण पढ़ने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-arrived': {
    en: {
      title: 'The money has arrived',
      body: 'It is in your bank account. Open Saral to see your due dates.',
    },
    hi: { title: 'पैसा आ गया', body: 'वह आपके बैंक खाते में है। देय तारीखें देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-refused': {
    en: { title: 'We could not send the money', body: 'You owe nothing. Open Saral to see why.' },
    hi: { title: 'हम पैसा नहीं भेज सके', body: 'आप पर कुछ भी बकाया नहीं है। कारण देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payout-reversed': {
    en: {
      title: 'Your bank took the money back',
      body: 'You owe nothing. Open Saral to see what happens to the money you paid.',
    },
    hi: {
      title: 'आपके बैंक ने पैसा वापस ले लिया',
      body: 'आप पर कुछ भी बकाया नहीं है। आपने जो चुकाया उसका क्या होगा, यह देखने के लिए Saral खोलें।',
    },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'due-soon': {
    en: { title: 'You have a date coming up in Saral', body: 'Open Saral to see it.' },
    hi: { title: 'Saral में आपकी एक तारीख पास आ रही है', body: 'उसे देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'due-today': {
    en: { title: 'You have a date in Saral today', body: 'Open Saral to see it.' },
    hi: { title: 'Saral में आज आपकी एक तारीख है', body: 'उसे देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'payment-received': {
    en: { title: 'We received your payment', body: 'Open Saral to see it.' },
    hi: { title: 'आपका पेमेंट मिल गया', body: 'उसे देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  settled: {
    en: { title: 'Loan fully repaid', body: 'You owe nothing any more. Open Saral to see it.' },
    hi: { title: 'लोन पूरा चुक गया', body: 'अब आप पर कुछ भी बकाया नहीं है। देखने के लिए Saral खोलें।' },
    path: orderId => `/orders/${orderId}/detail`,
  },
  'reservation-applied': {
    en: {
      title: 'Your reserved application was sent',
      body: 'No money is paid out until you agree to the terms.',
    },
    hi: {
      title: 'आपका बुक किया हुआ आवेदन भेज दिया गया',
      body: 'जब तक आप शर्तों पर सहमति नहीं देते, कोई पैसा नहीं भेजा जाता।',
    },
    path: orderId => `/orders/${orderId}/audit`,
  },
  'reservation-refused': {
    en: {
      title: 'Your reserved application did not go through',
      body: 'Open Saral to see why. You can apply again yourself.',
    },
    hi: {
      title: 'आपका बुक किया हुआ आवेदन नहीं हो सका',
      body: 'कारण देखने के लिए Saral खोलें। आप खुद फिर आवेदन कर सकते हैं।',
    },
    path: orderId => `/schedule/${orderId}`,
  },
  'face-passed': {
    en: {
      title: 'Your picture was accepted',
      body: 'Our team checked it. Open Saral to continue.',
    },
    hi: {
      title: 'आपकी तस्वीर स्वीकार हो गई',
      body: 'हमारी टीम ने उसे जाँच लिया। आगे बढ़ने के लिए Saral खोलें।',
    },
    path: () => '/',
  },
  'face-denied': {
    en: {
      title: 'Please take your picture again',
      body: 'Open Saral to see why we could not accept the last one.',
    },
    hi: {
      title: 'कृपया अपनी तस्वीर फिर से लें',
      body: 'पिछली तस्वीर क्यों स्वीकार नहीं हुई, यह देखने के लिए Saral खोलें।',
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
