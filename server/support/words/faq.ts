import {
  EXTENSION_DAYS,
  EXTENSION_PAYMENT_HOURS,
  MINIMUM_AGE_YEARS,
  OFFER_OPEN_WORKING_DAYS,
  REAPPLY_WAIT_DAYS,
} from '#domain/limits.ts'
import type { Language } from '#words/language.ts'

export type FaqItem = { readonly title: string; readonly content: string }

/** Whom to ask, as it is configured. */
export type Customer = { readonly phone: string; readonly email: string }

/** What borrowers ask, in the order in which they come to ask it. The numbers are the product's own constants. */
export function faq(language: Language, customer: Customer): readonly FaqItem[] {
  return language === 'hi' ? hindi(customer) : english(customer)
}

function english({ phone, email }: Customer): readonly FaqItem[] {
  return [
    {
      title: 'What does a loan cost me?',
      content:
        'Three things: a processing fee, 18% GST on that fee, and interest for each day you have the money. The fee and its GST are deducted before the money is sent, so you receive less than the loan amount. You see how much before you agree. The APR puts all of this into one yearly number, so you can compare it with any other loan.',
    },
    {
      title: 'Why do I receive less than the loan amount?',
      content:
        'The processing fee and its GST are deducted from the payout. Before you tap Get Money you see the loan amount, what arrives in your account and what you repay, side by side. We may not charge anything later that was not shown there.',
    },
    {
      title: 'Who can borrow?',
      content: `You must be ${MINIMUM_AGE_YEARS} or older, live in India, have a PAN and an Aadhaar in the same name, your own bank account and a monthly income. You can have one loan at a time.`,
    },
    {
      title: 'Why do you need my Aadhaar, PAN and a picture of my face?',
      content:
        'The law requires every lender to know its borrowers. We do not keep your Aadhaar number, only its last four digits. We keep your PAN, picture and account number encrypted. We never read your phone book, messages, photos or call history.',
    },
    {
      title: 'Why three emergency contacts? Will you call them?',
      content:
        'No. They help us reach you only if your own number no longer works. We never tell them what you owe and never ask them to pay. Each of them can decline, and then we erase their details.',
    },
    {
      title: 'When does the money come?',
      content: `Most applications are decided within minutes. Once approved, the offer stays open for ${OFFER_OPEN_WORKING_DAYS} working days; the money is sent when you tap Get Money, and usually arrives within minutes. Interest starts on the day it arrives, not before.`,
    },
    {
      title: 'How do I repay? Can I repay early?',
      content:
        'Open the order and tap Repayment. You can pay what is due, or everything, at any time. Repaying early costs nothing: you only pay interest for the days you had the money, at least one. If you pay too much by mistake, the extra money is refunded automatically.',
    },
    {
      title: 'What happens if I am late?',
      content:
        'From the day after the due date, a penal charge is added for each day, on the late instalment only. There is no charge on the charge, it has an upper limit, and there is no GST on it. Late payments may be reported to credit bureaus. If you know you cannot pay, please write to us before the due date.',
    },
    {
      title: 'What does extending the due date do?',
      content: `You pay a fee, and your next due date becomes ${EXTENSION_DAYS} days from the day you ask. The fee does not reduce what you owe. You must pay it within ${EXTENSION_PAYMENT_HOURS} hours; otherwise the due date stays the same and you are not charged for the extension. Repaying is cheaper, and the page shows both.`,
    },
    {
      title: 'I changed my mind. Can I give the loan back?',
      content:
        'Yes. Within the first day after the money arrives you can return it and pay only the interest for the time you had it. The Key Facts Statement of your loan says how long you have and what happens to the fee.',
    },
    {
      title: 'My application was not approved. What now?',
      content: `The page shows you the reasons. You can apply again after ${REAPPLY_WAIT_DAYS} days. If you think something is wrong, write to us and our team will check it.`,
    },
    {
      title: 'How do I get a lower fee or a larger amount?',
      content:
        'By repaying on time. Loans with no late instalment lower the processing fee: 1 loan by 5%, 2 by 9%, 4 by 13%, 5 by 14%. Repaid loans also open larger amounts. You decide whether to borrow more.',
    },
    {
      title: 'Someone is asking me for money or a code in your name',
      content:
        'Do not pay and do not share the code. We never ask for a fee before a loan, never ask for a code by phone, and never take payments to a private account or UPI ID. Pay only through the Repayment button. Report it to us, and to the cybercrime helpline 1930.',
    },
    {
      title: 'How do I complain?',
      content: `Write to ${email}, call ${phone}, or use Feedback in the app. If you are not satisfied, write to the grievance officer named under About. If you get no answer within 30 days, or do not accept it, you can go to the RBI Ombudsman at cms.rbi.org.in, free of charge.`,
    },
  ]
}

function hindi({ phone, email }: Customer): readonly FaqItem[] {
  return [
    {
      title: 'लोन पर मेरा कुल खर्च कितना होगा?',
      content:
        'तीन चीज़ें: प्रोसेसिंग शुल्क, उस शुल्क पर 18% GST, और जितने दिन पैसा आपके पास रहे उतने दिन का ब्याज। शुल्क और GST पैसा भेजने से पहले काट लिए जाते हैं, इसलिए खाते में लोन की रकम से कम आता है। सहमति देने से पहले आपको दिखता है कि कितना आएगा। APR इन सबको साल के एक आँकड़े में बताता है, ताकि आप किसी भी दूसरे लोन से तुलना कर सकें।',
    },
    {
      title: 'मुझे लोन की रकम से कम पैसा क्यों मिलता है?',
      content:
        'प्रोसेसिंग शुल्क और उसका GST लोन के पैसे में से काटा जाता है। “पैसे लें” दबाने से पहले आपको लोन की रकम, खाते में आने वाली रकम और चुकाई जाने वाली रकम साथ-साथ दिखती हैं। जो वहाँ नहीं दिखाया गया, वह हम बाद में नहीं ले सकते।',
    },
    {
      title: 'लोन कौन ले सकता है?',
      content: `आपकी उम्र ${MINIMUM_AGE_YEARS} साल या ज़्यादा हो, आप भारत में रहते हों, PAN और आधार पर एक ही नाम हो, आपका अपना बैंक खाता हो और हर महीने आमदनी हो। एक समय में एक ही लोन मिल सकता है।`,
    },
    {
      title: 'आधार, PAN और चेहरे की तस्वीर क्यों चाहिए?',
      content:
        'कानून के मुताबिक लोन देने वाली हर कंपनी को पता होना चाहिए कि लोन कौन ले रहा है। हम आपका आधार नंबर नहीं रखते, केवल उसके आखिरी चार अंक रखते हैं। PAN, तस्वीर और खाता नंबर एन्क्रिप्ट करके रखते हैं। हम आपकी फ़ोन बुक, मैसेज, फ़ोटो और कॉल हिस्ट्री कभी नहीं पढ़ते।',
    },
    {
      title: 'तीन इमरजेंसी संपर्क क्यों? क्या आप उन्हें फ़ोन करेंगे?',
      content:
        'नहीं। वे केवल तब के लिए हैं जब आपका अपना नंबर काम न करे। हम उन्हें कभी नहीं बताते कि आप पर कितना बकाया है और उनसे कभी पैसा नहीं माँगते। उनमें से हर कोई मना कर सकता है, तब हम उनकी जानकारी मिटा देते हैं।',
    },
    {
      title: 'पैसा कब आता है?',
      content: `ज़्यादातर आवेदनों का फ़ैसला कुछ मिनटों में हो जाता है। मंज़ूरी के बाद ऑफ़र ${OFFER_OPEN_WORKING_DAYS} कामकाजी दिन खुला रहता है। “पैसे लें” दबाने पर पैसा भेजा जाता है और आम तौर पर कुछ मिनटों में आ जाता है। ब्याज उसी दिन से लगता है जिस दिन पैसा आए, उससे पहले नहीं।`,
    },
    {
      title: 'लोन कैसे चुकाऊँ? क्या समय से पहले चुका सकता हूँ?',
      content:
        'ऑर्डर खोलें और “चुकाएँ” दबाएँ। जो चुकाने का समय हो वह, या पूरा लोन, आप कभी भी चुका सकते हैं। जल्दी चुकाने का कोई शुल्क नहीं: केवल उतने दिनों का ब्याज लगता है जितने दिन पैसा आपके पास रहा, कम से कम एक दिन का। गलती से ज़्यादा पेमेंट हो जाए तो बाकी पैसा अपने आप लौटा दिया जाता है।',
    },
    {
      title: 'देर हो जाए तो क्या होता है?',
      content:
        'देय तारीख के अगले दिन से हर दिन का दंड शुल्क जुड़ता है, केवल देर वाली किस्त पर। इस शुल्क पर और शुल्क नहीं लगता, इसकी सीमा तय है, और इस पर GST नहीं लगता। देरी की जानकारी क्रेडिट ब्यूरो को दी जा सकती है। अगर पता हो कि आप नहीं चुका पाएँगे, तो कृपया देय तारीख से पहले हमें लिखें।',
    },
    {
      title: 'देय तारीख आगे बढ़ाने से क्या होता है?',
      content: `आप शुल्क देते हैं, और आपकी अगली देय तारीख आपके कहने के दिन से ${EXTENSION_DAYS} दिन बाद हो जाती है। इस शुल्क से आपका बकाया कम नहीं होता। शुल्क ${EXTENSION_PAYMENT_HOURS} घंटे में देना होता है, नहीं तो तारीख वही रहती है और उसे बढ़ाने का कोई पैसा नहीं लिया जाता। लोन चुका देना सस्ता पड़ता है; पेज पर दोनों दिखते हैं।`,
    },
    {
      title: 'मेरा मन बदल गया। क्या लोन लौटा सकता हूँ?',
      content:
        'हाँ। पैसा आने के बाद पहले दिन के भीतर आप उसे लौटा सकते हैं और केवल उतने समय का ब्याज देते हैं जितने समय पैसा आपके पास रहा। आपके लोन के मुख्य तथ्य विवरण में लिखा है कि आपके पास कितना समय है और शुल्क का क्या होगा।',
    },
    {
      title: 'मेरा आवेदन मंज़ूर नहीं हुआ। अब क्या?',
      content: `पेज पर आपको कारण दिखते हैं। ${REAPPLY_WAIT_DAYS} दिन बाद आप फिर आवेदन कर सकते हैं। अगर आपको लगता है कि कुछ गलत है, तो हमें लिखें, हमारी टीम जाँचेगी।`,
    },
    {
      title: 'शुल्क कम या रकम ज़्यादा कैसे हो सकती है?',
      content:
        'समय पर चुकाने से। जिन लोन में कोई किस्त देर से नहीं चुकाई गई, उनसे प्रोसेसिंग शुल्क घटता है: 1 लोन पर 5%, 2 पर 9%, 4 पर 13%, 5 पर 14%। चुकाए गए लोन से बड़ी रकम भी खुलती है। ज़्यादा लेना है या नहीं, यह आप तय करते हैं।',
    },
    {
      title: 'कोई आपके नाम पर पैसा या कोड माँग रहा है',
      content:
        'पैसा न दें और कोड न बताएँ। हम लोन से पहले कोई शुल्क नहीं माँगते, फ़ोन पर कोड नहीं पूछते, और किसी निजी खाते या UPI ID पर पेमेंट नहीं लेते। केवल “चुकाएँ” बटन से पेमेंट करें। हमें बताएँ, और साइबर अपराध हेल्पलाइन 1930 पर भी।',
    },
    {
      title: 'शिकायत कैसे करूँ?',
      content: `${email} पर लिखें, ${phone} पर फ़ोन करें, या ऐप में फ़ीडबैक लिखें। जवाब से खुश न हों तो “हमारे बारे में” पेज पर बताए गए शिकायत अधिकारी को लिखें। 30 दिन में जवाब न मिले, या आप उससे सहमत न हों, तो cms.rbi.org.in पर RBI लोकपाल से शिकायत करें। इसका कोई शुल्क नहीं है।`,
    },
  ]
}
