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
        'Three things: a processing fee, 18% GST on that fee, and interest for each day you have the money. The fee and its GST are taken off before the money is sent, so you receive less than the loan amount; the page shows how much before you agree. The APR puts all of it into one yearly number, so that you can compare it with any other loan.',
    },
    {
      title: 'Why do I receive less than the loan amount?',
      content:
        'The processing fee and its GST are deducted from the payout. Before you tap Get Money you see the loan amount, what arrives in your account and what you repay, side by side. Nothing else may be charged later that was not shown there.',
    },
    {
      title: 'Who can borrow?',
      content: `You must be ${MINIMUM_AGE_YEARS} or older, live in India, have a PAN and an Aadhaar in the same name, a bank account of your own and a monthly income. You can have one loan at a time.`,
    },
    {
      title: 'Why do you need my Aadhaar, PAN and a picture of my face?',
      content:
        'The law asks every lender to know who borrows. Your Aadhaar number is not kept, only its last four digits; your PAN, picture and account number are kept encrypted. Your phone book, messages, photos and call history are never read.',
    },
    {
      title: 'Why three emergency contacts? Will you call them?',
      content:
        'They are only for reaching you if your own number no longer works. They are never told what you owe and are never asked to pay. Each of them can decline, and is then erased.',
    },
    {
      title: 'When does the money come?',
      content: `Most applications are decided within minutes. Once approved, the offer stays open for ${OFFER_OPEN_WORKING_DAYS} working days; the money is sent when you tap Get Money, and mostly arrives within minutes. Interest starts on the day it arrives, not before.`,
    },
    {
      title: 'How do I repay? Can I repay early?',
      content:
        'Open the order and tap Repayment. You can pay what is due, or everything, at any time. Paying early costs nothing: you only pay interest for the days you had the money, at least one. If you pay too much by mistake, the rest is sent back by itself.',
    },
    {
      title: 'What happens if I am late?',
      content:
        'From the day after the due date a penal charge is added for each day, on the late instalment only. It never grows on itself, it has a cap, and GST is not charged on it. Late payments may be reported to credit bureaus. Please write to us before the due date if you know that you cannot pay.',
    },
    {
      title: 'What does extending the due date do?',
      content: `For a fee it moves your next due date to ${EXTENSION_DAYS} days from the request. What you owe does not become less. The fee must be paid within ${EXTENSION_PAYMENT_HOURS} hours, otherwise nothing is extended and nothing is charged. Repaying is cheaper, and the page shows both.`,
    },
    {
      title: 'I changed my mind. Can I give the loan back?',
      content:
        'Yes. Within the first day after the money arrived you may return it and pay only the interest for the time you had it. The key facts of your loan say how long this lasts and what happens to the fee.',
    },
    {
      title: 'My application was not approved. What now?',
      content: `The page tells you the reasons. You can apply again after ${REAPPLY_WAIT_DAYS} days. If you think that something is wrong, write to us: a person will look at it.`,
    },
    {
      title: 'How do I get a lower fee or a larger amount?',
      content:
        'By repaying on time. Loans of which no instalment was ever late lower the processing fee: 1 loan by 5%, 2 by 9%, 4 by 13%, 5 by 14%. Repaid loans also open larger amounts. Nothing is raised by itself: you choose.',
    },
    {
      title: 'Somebody asks me for money or a code in your name',
      content:
        'Do not pay and do not share the code. We never ask for a fee before a loan, never ask for a code by phone, and never take payments to a private account or UPI id. Pay only through the Repayment button. Report it to us, and to the cybercrime helpline 1930.',
    },
    {
      title: 'How do I complain?',
      content: `Write to ${email}, call ${phone}, or use Feedback in the app. If you are not satisfied, write to the grievance officer named under About. If you have no answer within 30 days, or do not accept it, you can go to the RBI Ombudsman at cms.rbi.org.in, free of charge.`,
    },
  ]
}

function hindi({ phone, email }: Customer): readonly FaqItem[] {
  return [
    {
      title: 'ऋण पर मेरा कुल ख़र्च कितना होगा?',
      content:
        'तीन चीज़ें: प्रोसेसिंग शुल्क, उस शुल्क पर 18% GST, और जितने दिन पैसा आपके पास रहे उतने दिन का ब्याज। शुल्क और GST पैसा भेजने से पहले काट लिए जाते हैं, इसलिए खाते में ऋण की राशि से कम आता है; सहमति देने से पहले पेज पर साफ़ लिखा होता है कि कितना आएगा। APR इन सबको एक सालाना संख्या में बताता है, ताकि आप किसी भी दूसरे ऋण से तुलना कर सकें।',
    },
    {
      title: 'मुझे ऋण की राशि से कम पैसा क्यों मिलता है?',
      content:
        'प्रोसेसिंग शुल्क और उसका GST भुगतान में से काटा जाता है। “पैसा लें” दबाने से पहले आपको ऋण की राशि, खाते में आने वाली राशि और लौटाई जाने वाली राशि साथ-साथ दिखती हैं। जो वहाँ नहीं दिखाया गया, वह बाद में नहीं लिया जा सकता।',
    },
    {
      title: 'ऋण कौन ले सकता है?',
      content: `आपकी उम्र ${MINIMUM_AGE_YEARS} साल या ज़्यादा हो, आप भारत में रहते हों, PAN और आधार एक ही नाम पर हों, अपना बैंक खाता हो और मासिक आय हो। एक समय में एक ही ऋण मिल सकता है।`,
    },
    {
      title: 'आधार, PAN और चेहरे की तस्वीर क्यों चाहिए?',
      content:
        'क़ानून हर ऋणदाता से कहता है कि वह उधार लेने वाले को पहचाने। आपका आधार नंबर नहीं रखा जाता, केवल आख़िरी चार अंक; PAN, तस्वीर और खाता नंबर एन्क्रिप्ट करके रखे जाते हैं। आपकी फ़ोनबुक, संदेश, फ़ोटो और कॉल इतिहास कभी नहीं पढ़े जाते।',
    },
    {
      title: 'तीन आपातकालीन संपर्क क्यों? क्या आप उन्हें फ़ोन करेंगे?',
      content:
        'वे केवल तब के लिए हैं जब आपका अपना नंबर काम न करे। उन्हें कभी नहीं बताया जाता कि आप पर कितना बकाया है और उनसे कभी पैसा नहीं माँगा जाता। उनमें से हर कोई मना कर सकता है, तब उसकी जानकारी मिटा दी जाती है।',
    },
    {
      title: 'पैसा कब आता है?',
      content: `ज़्यादातर आवेदनों का फ़ैसला कुछ मिनटों में हो जाता है। मंज़ूरी के बाद प्रस्ताव ${OFFER_OPEN_WORKING_DAYS} कामकाजी दिन खुला रहता है; “पैसा लें” दबाने पर पैसा भेजा जाता है और अक्सर कुछ मिनटों में पहुँच जाता है। ब्याज उसी दिन से लगता है जिस दिन पैसा पहुँचे, उससे पहले नहीं।`,
    },
    {
      title: 'ऋण कैसे चुकाऊँ? क्या समय से पहले चुका सकता हूँ?',
      content:
        'ऑर्डर खोलें और “चुकाएँ” दबाएँ। आप जो देय है वह, या पूरा बकाया, कभी भी चुका सकते हैं। समय से पहले चुकाने पर कोई शुल्क नहीं: केवल उतने दिनों का ब्याज लगता है जितने दिन पैसा आपके पास रहा, कम से कम एक दिन का। ग़लती से ज़्यादा भुगतान हो जाए तो बाक़ी अपने आप लौटा दिया जाता है।',
    },
    {
      title: 'देर हो जाए तो क्या होता है?',
      content:
        'देय तारीख़ के अगले दिन से हर दिन का दंड शुल्क जुड़ता है, केवल देर वाली किस्त पर। उस पर और शुल्क नहीं लगता, उसकी सीमा तय है, और उस पर GST नहीं लगता। देरी की सूचना क्रेडिट ब्यूरो को दी जा सकती है। अगर पता हो कि आप नहीं चुका पाएँगे, तो देय तारीख़ से पहले हमें लिखें।',
    },
    {
      title: 'देय तारीख़ बढ़ाने से क्या होता है?',
      content: `शुल्क देकर अगली देय तारीख़ अनुरोध से ${EXTENSION_DAYS} दिन बाद हो जाती है। बकाया कम नहीं होता। शुल्क ${EXTENSION_PAYMENT_HOURS} घंटे में देना होता है, नहीं तो तारीख़ नहीं बढ़ती और कुछ नहीं लिया जाता। चुकाना सस्ता पड़ता है; पेज पर दोनों दिखते हैं।`,
    },
    {
      title: 'मेरा मन बदल गया। क्या ऋण लौटा सकता हूँ?',
      content:
        'हाँ। पैसा आने के पहले दिन के भीतर आप उसे लौटा सकते हैं और केवल उतने समय का ब्याज देते हैं। आपके ऋण के मुख्य तथ्यों में लिखा है कि यह कब तक संभव है और शुल्क का क्या होगा।',
    },
    {
      title: 'मेरा आवेदन मंज़ूर नहीं हुआ। अब क्या?',
      content: `पेज पर कारण बताए जाते हैं। ${REAPPLY_WAIT_DAYS} दिन बाद आप फिर आवेदन कर सकते हैं। अगर आपको लगता है कि कुछ ग़लत है, तो हमें लिखें: कोई व्यक्ति उसे देखेगा।`,
    },
    {
      title: 'शुल्क कम या राशि ज़्यादा कैसे हो सकती है?',
      content:
        'समय पर चुकाने से। जिन ऋण की कोई किस्त कभी देर से नहीं चुकाई गई, वे प्रोसेसिंग शुल्क घटाते हैं: 1 ऋण पर 5%, 2 पर 9%, 4 पर 13%, 5 पर 14%। चुकाए गए ऋण से बड़ी राशि भी खुलती है। अपने आप कुछ नहीं बढ़ता: आप चुनते हैं।',
    },
    {
      title: 'कोई आपके नाम पर पैसा या कोड माँग रहा है',
      content:
        'पैसा न दें और कोड न बताएँ। हम ऋण से पहले कोई शुल्क नहीं माँगते, फ़ोन पर कोड नहीं पूछते, और किसी निजी खाते या UPI आईडी पर भुगतान नहीं लेते। केवल “चुकाएँ” बटन से भुगतान करें। हमें बताएँ, और साइबर अपराध हेल्पलाइन 1930 पर भी।',
    },
    {
      title: 'शिकायत कैसे करूँ?',
      content: `${email} पर लिखें, ${phone} पर फ़ोन करें, या ऐप में फ़ीडबैक लिखें। संतुष्ट न हों तो “हमारे बारे में” पेज पर बताए गए शिकायत अधिकारी को लिखें। 30 दिन में उत्तर न मिले या उत्तर स्वीकार न हो, तो आप cms.rbi.org.in पर RBI लोकपाल के पास जा सकते हैं, बिना किसी शुल्क के।`,
    },
  ]
}
