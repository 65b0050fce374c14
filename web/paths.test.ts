import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { routes } from '#web/routes.tsx'

/** One sample of every address. A change here breaks bookmarks and links that people were sent. */
const samples = {
  login: paths.login(),
  loginBack: paths.login({ redirect: '/order?x=1' }),
  home: paths.home(),
  orders: paths.orders(),
  account: paths.account(),
  help: paths.help(),
  data: paths.data(),
  documents: paths.documents(),
  limits: paths.limits(),
  about: paths.about(),
  feedback: paths.feedback(),
  feedbackHistory: paths.feedbackHistory(),
  product: paths.product('p1'),
  productDetail: paths.productDetail('p1'),
  productDetailWithBank: paths.productDetail('p1', { bankId: 'b1' }),
  denied: paths.denied('p1', { day: 14, hour: 6 }),
  auth: paths.auth('p1'),
  callback: paths.callback({ pid: 'p1' }),
  basic: paths.step('basic', { pid: 'p1', step: 1, of: 5 }),
  work: paths.step('work', { pid: 'p1' }),
  identity: paths.step('identity', { pid: 'p1', step: 3, of: 5 }),
  face: paths.step('face', { pid: 'p1', step: 4, of: 5 }),
  contacts: paths.step('contacts', { pid: 'p1', step: 5, of: 5 }),
  kyc: paths.kyc({ pid: 'p1' }),
  bank: paths.bank('p1'),
  bankAdd: paths.bankAdd({ pid: 'p1', ifscCode: 'SBIN0007339' }),
  ifsc: paths.ifsc({ pid: 'p1' }),
  audit: paths.audit('o1'),
  confirm: paths.confirm('o1'),
  extension: paths.extension('o1'),
  hardship: paths.hardship('o1'),
  question: paths.question('o1'),
  keyFacts: paths.keyFacts('o1'),
  document: paths.document('d1'),
  verifyDocument: paths.verifyDocument('7K3M-9QPX-0000-ABCD'),
  compare: paths.compare(),
  ordersAfterExtension: paths.ordersAfterExtension(),
  orderDetail: paths.orderDetail('o1'),
  schedules: paths.schedules(),
  schedule: paths.schedule('o1'),
  joint: paths.joint({ redirect: '/order' }),
  nativeAudit: paths.nativeAudit({ orderId: 'o1' }),
  download: paths.download(),
  alert: paths.alert(),
  contact2: paths.contact2(),
  distribution: paths.distribution(),
  term: paths.term(),
  privacy: paths.privacy(),
}

test('every page keeps its address', () => {
  expect(samples).toMatchInlineSnapshot(`
    {
      "about": "/personal/aboutus",
      "account": "/personal",
      "alert": "/alert",
      "audit": "/orders/o1/audit",
      "auth": "/auth/index?pid=p1",
      "bank": "/bank?pid=p1",
      "bankAdd": "/bank/add?pid=p1&ifsc_code=SBIN0007339",
      "basic": "/auth/basic?pid=p1&step=1&as=5",
      "callback": "/auth/callback?pid=p1",
      "compare": "/compare",
      "confirm": "/orders/o1/confirm",
      "contact2": "/verify/contact2",
      "contacts": "/auth/contacts?pid=p1&step=5&as=5",
      "data": "/personal/data",
      "denied": "/product/p1/denied?day=14&hour=6",
      "distribution": "/distribution",
      "document": "/documents/d1",
      "documents": "/personal/documents",
      "download": "/download",
      "extension": "/orders/o1/extension",
      "face": "/auth/face?pid=p1&step=4&as=5",
      "feedback": "/feedback",
      "feedbackHistory": "/feedback?view=history",
      "hardship": "/orders/o1/later-dates",
      "help": "/personal/help",
      "home": "/",
      "identity": "/auth/identity?pid=p1&step=3&as=5",
      "ifsc": "/bank/ifsc?pid=p1",
      "joint": "/joint?redirect=%2Forder",
      "keyFacts": "/orders/o1/key-facts",
      "kyc": "/auth/kyc?pid=p1",
      "limits": "/personal/limits",
      "login": "/login",
      "loginBack": "/login?redirect=%2Forder%3Fx%3D1",
      "nativeAudit": "/orders/audit?orderId=o1",
      "orderDetail": "/orders/o1/detail",
      "orders": "/order",
      "ordersAfterExtension": "/order/",
      "privacy": "/protocol/privacy",
      "product": "/product/p1",
      "productDetail": "/product/p1/detail",
      "productDetailWithBank": "/product/p1/detail?bank_id=b1",
      "question": "/orders/o1/question",
      "schedule": "/schedule/o1",
      "schedules": "/schedule",
      "term": "/protocol/term",
      "verifyDocument": "/verify-document#7K3M-9QPX-0000-ABCD",
      "work": "/auth/work?pid=p1",
    }
  `)
})

test('an id cannot escape its segment of the path', () => {
  expect(paths.audit('../x?y#z')).toBe('/orders/..%2Fx%3Fy%23z/audit')
})

test('every route has an address, and every address has a route', () => {
  const patterns = routes.map(({ path }) => ({
    path,
    pattern: new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`),
  }))
  const addresses = Object.values(samples).map(address => address.split(/[?#]/)[0] ?? '')
  expect(
    patterns.filter(({ pattern }) => !addresses.some(address => pattern.test(address))),
  ).toEqual([])
  expect(
    addresses.filter(address => !patterns.some(({ pattern }) => pattern.test(address))),
  ).toEqual([])
})

test('only these pages are public (spec §2)', () => {
  expect(routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
    '/login',
    '/download',
    '/alert',
    '/distribution',
    '/joint',
    '/orders/audit',
    '/verify/contact2',
    '/verify-document',
    '/compare',
    '/protocol/term',
    '/protocol/privacy',
  ])
})
