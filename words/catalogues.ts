import type account from '#words/en/account.json'
import type answer from '#words/en/answer.json'
import type apply from '#words/en/apply.json'
import type bank from '#words/en/bank.json'
import type code from '#words/en/code.json'
import type common from '#words/en/common.json'
import type compare from '#words/en/compare.json'
import type consent from '#words/en/consent.json'
import type contact from '#words/en/contact.json'
import type content from '#words/en/content.json'
import type data from '#words/en/data.json'
import type device from '#words/en/device.json'
import type download from '#words/en/download.json'
import type extension from '#words/en/extension.json'
import type feedback from '#words/en/feedback.json'
import type hardship from '#words/en/hardship.json'
import type home from '#words/en/home.json'
import type ifsc from '#words/en/ifsc.json'
import type legal from '#words/en/legal.json'
import type loan from '#words/en/loan.json'
import type login from '#words/en/login.json'
import type orders from '#words/en/orders.json'
import type product from '#words/en/product.json'
import type question from '#words/en/question.json'
import type refusal from '#words/en/refusal.json'
import type schedule from '#words/en/schedule.json'
import type about from '#words/en/server/about.json'
import type addendum from '#words/en/server/addendum.json'
import type calendar from '#words/en/server/calendar.json'
import type card from '#words/en/server/card.json'
import type catalogue from '#words/en/server/catalogue.json'
import type document from '#words/en/server/document.json'
import type faq from '#words/en/server/faq.json'
import type form from '#words/en/server/form.json'
import type keyfacts from '#words/en/server/keyfacts.json'
import type lender from '#words/en/server/lender.json'
import type notice from '#words/en/server/notice.json'
import type owndata from '#words/en/server/owndata.json'
import type place from '#words/en/server/place.json'
import type problem from '#words/en/server/problem.json'
import type push from '#words/en/server/push.json'
import type sandbox from '#words/en/server/sandbox.json'
import type sms from '#words/en/server/sms.json'
import type ui from '#words/en/ui.json'
import type verify from '#words/en/verify.json'

/*
 * The ids of all messages. A message is in the catalogue of its area, `<language>/<area>.json`, and
 * its id begins with the area. Messages that only the server uses are in `<language>/server/`, so
 * that the app does not ship them.
 */

type Verification = typeof answer & typeof bank & typeof contact & typeof ifsc & typeof verify
type Borrowing = typeof apply & typeof extension & typeof loan & typeof orders & typeof schedule
type Pages = typeof account &
  typeof hardship &
  typeof code &
  typeof compare &
  typeof consent &
  typeof content
type MorePages = typeof data & typeof device & typeof download & typeof feedback & typeof home
type YetMorePages = typeof common &
  typeof legal &
  typeof login &
  typeof product &
  typeof question &
  typeof refusal &
  typeof ui

type Documents = typeof addendum & typeof document & typeof keyfacts
type Notices = typeof lender & typeof notice & typeof push & typeof sms
type Answers = typeof about & typeof catalogue & typeof faq & typeof form & typeof owndata
type MoreAnswers = typeof calendar & typeof card & typeof place & typeof problem & typeof sandbox

/** Messages of the app, which the server can use too. */
export type MessageId = keyof (Verification & Borrowing & Pages & MorePages & YetMorePages)
/** Messages that only the server uses: in text messages, documents, notices and answers. */
export type ServerMessageId = keyof (Documents & Notices & Answers & MoreAnswers)

/** The catalogues of the app. */
export type Area = MessageId extends infer Id
  ? Id extends `${infer A}.${string}`
    ? A
    : never
  : never
