import { account, type Entry, home, login, orders, type Route, route } from '#web/first-routes.tsx'
import type { MessageId } from '#words/catalogues.ts'

type More = Pick<Entry, 'areas' | 'floats'> & { background?: Entry['background'] }

/** A borrower's page on the quiet background that most pages have. */
function plain(path: string, title: MessageId, more: More, load: Entry['load']): Route {
  return route({ path, title, background: 'ground', access: 'borrower', ...more, load })
}

const personal: readonly Route[] = [
  plain(
    '/personal/help',
    'common.title.help',
    { areas: ['content'] },
    () => import('#web/screens/help/Help.tsx'),
  ),
  plain(
    '/personal/aboutus',
    'common.title.about',
    { areas: ['content'] },
    () => import('#web/screens/about/About.tsx'),
  ),
  plain(
    '/personal/data',
    'common.title.data',
    { areas: ['data', 'consent'] },
    () => import('#web/screens/data/Data.tsx'),
  ),
  plain(
    '/personal/documents',
    'common.title.documents',
    { areas: ['orders', 'loan'] },
    () => import('#web/screens/documents/Documents.tsx'),
  ),
  plain(
    '/personal/limits',
    'common.title.account',
    { areas: ['account'] },
    () => import('#web/screens/limits/Limits.tsx'),
  ),
  plain(
    '/feedback',
    'common.title.feedback',
    { areas: ['feedback', 'answer'] },
    () => import('#web/screens/feedback/Feedback.tsx'),
  ),
]

const product: readonly Route[] = [
  plain(
    '/product/:pid',
    'common.title.product',
    { areas: ['product', 'loan'] },
    () => import('#web/screens/product/Product.tsx'),
  ),
  plain(
    '/product/:pid/detail',
    'common.title.product-detail',
    { areas: ['product', 'apply', 'loan', 'answer'] },
    () => import('#web/shell/LoanPage.tsx'),
  ),
  plain(
    '/product/:pid/denied',
    'common.title.denied',
    { areas: ['product', 'loan'] },
    () => import('#web/screens/denied/Denied.tsx'),
  ),
]

/** A page for anybody. */
function open(path: string, title: MessageId, more: More, load: Entry['load']): Route {
  return route({ path, title, background: 'ground', access: 'public', ...more, load })
}

function step(path: string, title: MessageId, load: Entry['load']): Route {
  return route({
    path,
    title,
    background: 'ground',
    access: 'borrower',
    areas: ['verify', 'answer', 'consent'],
    load,
  })
}

const identity = () => import('#web/screens/identity/Identity.tsx')

const verification: readonly Route[] = [
  step('/auth/index', 'common.title.auth', () => import('#web/screens/auth/Auth.tsx')),
  step('/auth/callback', 'common.title.auth', () => import('#web/screens/callback/Callback.tsx')),
  step('/auth/basic', 'common.title.basic', () => import('#web/screens/basic/Basic.tsx')),
  step('/auth/work', 'common.title.work', () => import('#web/screens/work/Work.tsx')),
  step('/auth/identity', 'common.title.identity', identity),
  step('/auth/kyc', 'common.title.identity', identity),
  step('/auth/face', 'common.title.face', () => import('#web/screens/face/Face.tsx')),
  step(
    '/auth/contacts',
    'common.title.contacts',
    () => import('#web/screens/contacts/Contacts.tsx'),
  ),
]

const bank: readonly Route[] = [
  plain(
    '/bank',
    'common.title.bank',
    { areas: ['bank'] },
    () => import('#web/screens/bank/Bank.tsx'),
  ),
  plain(
    '/bank/add',
    'common.title.bank-add',
    { areas: ['bank', 'answer', 'consent'] },
    () => import('#web/screens/bank-add/BankAdd.tsx'),
  ),
  plain(
    '/bank/ifsc',
    'common.title.ifsc',
    { areas: ['ifsc'] },
    () => import('#web/screens/ifsc/Ifsc.tsx'),
  ),
]

const order: readonly Route[] = [
  plain(
    '/orders/:id/audit',
    'common.title.audit',
    { areas: ['orders', 'loan', 'consent'], floats: true },
    () => import('#web/screens/audit/Audit.tsx'),
  ),
  plain(
    '/orders/:id/confirm',
    'common.title.confirm',
    { areas: ['orders', 'loan'], background: 'canopy' },
    () => import('#web/screens/confirm/Confirm.tsx'),
  ),
  plain(
    '/orders/:id/detail',
    'common.title.order',
    { areas: ['orders', 'loan', 'schedule', 'extension', 'consent'], floats: true },
    () => import('#web/screens/order-detail/OrderDetail.tsx'),
  ),
  plain(
    '/orders/:id/question',
    'common.title.order',
    { areas: ['question'] },
    () => import('#web/screens/question/Question.tsx'),
  ),
  plain('/orders/:id/key-facts', 'common.title.key-facts', { areas: ['orders', 'loan'] }, () =>
    import('#web/screens/document/DocumentPage.tsx').then(({ KeyFactsScreen }) => ({
      KeyFactsScreen,
    })),
  ),
  plain('/documents/:id', 'common.title.document', { areas: ['orders', 'loan'] }, () =>
    import('#web/screens/document/DocumentPage.tsx').then(({ DocumentScreen }) => ({
      DocumentScreen,
    })),
  ),
  plain(
    '/orders/:id/extension',
    'common.title.extension',
    { areas: ['extension', 'loan', 'orders'] },
    () => import('#web/screens/extension/Extension.tsx'),
  ),
  plain(
    '/orders/:id/later-dates',
    'common.title.hardship',
    { areas: ['hardship', 'loan'] },
    () => import('#web/screens/hardship/Hardship.tsx'),
  ),
]

const schedule: readonly Route[] = [
  plain(
    '/schedule',
    'common.title.schedules',
    { areas: ['schedule', 'loan'] },
    () => import('#web/screens/schedule/Schedules.tsx'),
  ),
  plain(
    '/schedule/:oid',
    'common.title.schedule',
    { areas: ['schedule', 'loan'] },
    () => import('#web/screens/schedule/Schedule.tsx'),
  ),
]

const download: readonly Route[] = [
  open(
    '/download',
    'common.title.download',
    { areas: ['download'], background: 'canopy' },
    () => import('#web/screens/download/Download.tsx'),
  ),
  open(
    '/alert',
    'common.title.alert',
    { areas: ['download'] },
    () => import('#web/screens/alert/Alert.tsx'),
  ),
  open(
    '/distribution',
    'common.title.distribution',
    { areas: ['download', 'loan'], background: 'canopy' },
    () => import('#web/screens/distribution/Distribution.tsx'),
  ),
]

/** Pages inside a native app. */
const inApp: readonly Route[] = [
  open(
    '/joint',
    'common.title.login',
    { areas: ['device'] },
    () => import('#web/screens/joint/Joint.tsx'),
  ),
  open(
    '/orders/audit',
    'common.title.audit',
    { areas: ['device', 'loan'] },
    () => import('#web/screens/native-audit/NativeAudit.tsx'),
  ),
]

/** For emergency contacts, who have no account. */
const contact2 = open(
  '/verify/contact2',
  'common.title.contact2',
  { areas: ['contact'] },
  () => import('#web/screens/contact2/Contact2.tsx'),
)

/** For anybody to whom a borrower shows a document. */
const verifyDocument = open(
  '/verify-document',
  'common.title.document',
  { areas: ['orders'] },
  () => import('#web/screens/verify-document/VerifyDocument.tsx'),
)

/** For anybody with another lender's offer. */
const compare = open(
  '/compare',
  'common.title.compare',
  { areas: ['compare', 'loan'] },
  () => import('#web/screens/compare/Compare.tsx'),
)

const legal: readonly Route[] = [
  open(
    '/protocol/term',
    'common.title.term',
    { areas: ['legal'], background: 'surface' },
    () => import('#web/screens/legal/Term.tsx'),
  ),
  open(
    '/protocol/privacy',
    'common.title.privacy',
    { areas: ['legal'], background: 'surface' },
    () => import('#web/screens/legal/Privacy.tsx'),
  ),
]

/**
 * Every page (spec §2). The first one whose path matches is shown. The pages on which people arrive do
 * not wait for this file (shell/known-routes.ts).
 */
export const routes: readonly Route[] = [
  login,
  home,
  orders,
  account,
  ...personal,
  ...product,
  ...verification,
  ...bank,
  ...order,
  ...schedule,
  ...download,
  ...inApp,
  contact2,
  verifyDocument,
  compare,
  ...legal,
]

/** The component gallery: used in development and tests, never shipped. */
export const galleryRoutes: readonly Route[] = import.meta.env.DEV
  ? [open('/kit', 'common.app', { areas: [] }, () => import('#web/screens/kit/Kit.tsx'))]
  : []

export const notFound = open(
  '',
  'common.title.not-found',
  { areas: ['content'] },
  () => import('#web/screens/not-found/NotFound.tsx'),
)
