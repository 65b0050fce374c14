/** The inputs that the console would send about the waiting work, for each call. */
import type { StaffContract } from '#contract/staff/index.ts'
import { inEachLanguage } from '#words/language.ts'
import { STAFF_CALLS } from './calls.ts'
import { WHY, type Work } from './staff-work.ts'

type Sample = Readonly<Record<string, unknown>>
/** Samples in wire form; several where roles work on different items. */
type Samples = {
  readonly [Area in keyof StaffContract]: {
    readonly [Name in keyof StaffContract[Area]]: Sample | readonly Sample[]
  }
}

/** Ids that the caller was given by an earlier call. */
const OWN = { session: '@own sessionId 0@', view: '@own viewId 0@', proposal: '@own proposalId 0@' }
const VERIFICATION = '@own verificationId 0@'
const SIGNED = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
}
const NEW_PASSKEY = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  attestationObject: 'AAAA',
  transports: [],
}
const FIGURES = {
  affordablePercent: 45,
  outOfReachPercent: 60,
  lateDaysToLookAt: 5,
  lateDaysToDeny: 30,
}
const LIMITS = {
  reapplyWaitDays: 20,
  offerWorkingDays: 5,
  secondPersonFrom: null,
  newAccountDays: 5,
  looksPerDay: { operations: 200 },
  tiers: [{ loansOnTime: 1, discount: 5 }],
  ladder: [
    { loansRepaid: 1, least: 1000, most: 5000 },
    { loansRepaid: 2, least: 3000, most: 10000 },
    { loansRepaid: 4, least: 5000, most: 40000 },
  ],
}
const INCOME = { kind: 'income', words: null }
const TOLD = { reasons: ['names-differ'], text: null }

/** The samples of a call, by its name. */
export function staffSamples(work: Work): ReadonlyMap<string, readonly Sample[]> {
  const all: Readonly<Record<string, Readonly<Record<string, Sample | readonly Sample[]>>>> =
    samplesOf(work)
  return new Map(
    STAFF_CALLS.map(({ name }) => {
      const [area = '', call = ''] = name.split('.')
      const sample = all[area]?.[call] ?? {}
      return [name, Array.isArray(sample) ? sample : [sample as Sample]]
    }),
  )
}

/** The type requires an entry for every call that is added to the contract of the console. */
const samplesOf = (work: Work): Samples => ({
  ...onOneself(work),
  ...onApplications(work),
  ...onBorrowers(work),
  ...onMoneyAndRules(work),
  ...onReports(work),
})

function onOneself({ link }: Work) {
  return {
    staffSession: {
      ways: {},
      challenge: {},
      signIn: SIGNED,
      invitation: { link },
      register: { link, passkey: NEW_PASSKEY },
      toProvider: {},
      proveAtProvider: {},
      fromProvider: { code: 'a-code', state: 'a-state' },
      code: { code: '123456' },
      me: {},
      prove: SIGNED,
      sessions: {},
      endSession: { sessionId: OWN.session },
      passkeys: {},
      addOptions: {},
      addPasskey: { passkey: NEW_PASSKEY },
      removePasskey: { passkeyId: 'AAAA' },
      pageFailed: { page: '/console/reports', error: 'TypeError' },
      signOut: {},
    },
    staffView: {
      list: {},
      save: { name: 'What is mine', path: '/?mine=1' },
      rename: { viewId: OWN.view, name: 'Mine' },
      remove: { viewId: OWN.view },
    },
  } satisfies Partial<Samples>
}

function onApplications(work: Work) {
  const [approved, questioned, denied] = work.applications
  const [passed, refusedFace] = work.faces
  const [passedNames, refusedNames] = work.names
  const about = { orderId: approved, why: 'decision' }
  const item = { kind: 'application', id: denied }
  return {
    inbox: {
      list: {},
      trouble: [
        { kind: 'payout', id: work.payouts[0] },
        { kind: 'unknown-payment', id: work.unknownPayment },
      ],
      colleagues: { kind: 'application' },
      take: item,
      handOver: item,
      putOff: { ...item, until: work.tomorrow, why: WHY },
      resume: item,
    },
    application: {
      open: [about, { ...about, orderId: questioned }, { ...about, orderId: denied }],
      reveal: { ...about, part: 'phone' },
      approve: { orderId: approved },
      questionPreview: INCOME,
      ask: { orderId: questioned, ...INCOME },
      preview: { orderId: denied, ...TOLD },
      deny: { orderId: denied, ...TOLD },
    },
    staffFace: {
      open: { documentId: passed, why: 'identity' },
      reveal: { documentId: passed, why: 'identity' },
      pass: { documentId: passed },
      deny: { documentId: refusedFace, reason: WHY },
    },
    staffNames: {
      open: { reviewId: passedNames, why: 'identity' },
      reveal: { reviewId: passedNames, why: 'identity' },
      pass: { reviewId: passedNames },
      deny: { reviewId: refusedNames, reason: WHY },
    },
  } satisfies Partial<Samples>
}

function onBorrowers({ borrowerId, phone, orderNo, today, ...work }: Work) {
  const [granted, refusedPlan] = work.hardships
  const [talked, closed] = work.complaints
  const [overdue] = work.overdue
  const category = 'service'
  return {
    staffBorrower: {
      search: { query: phone, why: 'borrower-asked' },
      open: { borrowerId, why: 'decision' },
      timeline: { borrowerId, after: '9999999999999_z' },
      reveal: { borrowerId, part: 'phone', why: 'decision' },
      signOut: { borrowerId },
      note: { borrowerId, note: WHY },
    },
    staffOrder: { open: { orderNo, why: 'decision' } },
    staffHardship: {
      open: { orderId: granted, why: 'decision' },
      grant: { orderId: granted },
      refuse: { orderId: refusedPlan, reason: WHY },
    },
    complaint: {
      list: { view: 'open' },
      open: { feedbackId: talked, why: 'complaint' },
      raise: { feedbackId: work.feedbacks[0], category },
      sort: { feedbackId: closed, category, rootCause: 'no-fault-found' },
      reply: { feedbackId: talked, text: WHY },
      escalate: { feedbackId: talked, why: WHY },
      close: { feedbackId: closed, outcome: 'resolved', text: WHY },
    },
    staffLooks: {
      open: { id: work.lookDay },
      review: { id: work.lookDay, text: WHY },
    },
    collection: {
      list: {},
      open: { orderId: overdue, why: 'collection' },
      call: { orderId: overdue },
      note: { orderId: overdue, text: WHY },
      promise: { orderId: overdue, amount: 0.01, day: today },
    },
  } satisfies Partial<Samples>
}

function onMoneyAndRules({ today, tomorrow, staffId, colleagueId, ...work }: Work) {
  const [saved, discarded, published] = work.drafts
  const [overdue] = work.overdue
  return {
    proposal: {
      list: { view: 'waiting' },
      open: work.toApprove.map(proposalId => ({ proposalId })),
      settleRefund: { refundId: work.refunds[0], reference: 'AXIS00000002', why: WHY },
      closeUnknownPayment: { id: work.unknownPayment, reference: 'AXIS00000003', why: WHY },
      approveApplication: { orderId: work.applications[0], why: WHY },
      stopPayout: { payoutId: work.payouts[0], why: WHY },
      waivePenal: { orderId: overdue, amount: 0.01, why: WHY },
      inviteStaff: { mail: 'new@lender.example', roles: ['viewer'], why: WHY },
      changeStaff: { staffId, roles: ['viewer', 'operations'], why: WHY },
      renewStaff: { staffId: colleagueId, why: WHY },
      changeRole: { role: 'viewer', permissions: ['inbox:read'], why: WHY },
      publishProduct: { ...published, fromDay: today, why: WHY },
      withdrawProduct: { productId: 'saral-seven', fromDay: tomorrow, why: WHY },
      changePolicy: { figures: FIGURES, limits: LIMITS, fromDay: tomorrow, why: WHY },
      changeContent: {
        item: 'answer.tier',
        texts: inEachLanguage(() => ({ title: '', body: 'Pay on time.' })),
        href: null,
        fromDay: tomorrow,
        untilDay: null,
        why: WHY,
      },
      approve: work.toApprove.map(proposalId => ({ proposalId, reason: WHY })),
      refuse: work.toRefuse.map(proposalId => ({ proposalId, reason: WHY })),
      withdraw: { proposalId: OWN.proposal },
    },
    people: {
      list: {},
      link: { staffId: work.invitedId },
      confirm: work.opened,
    },
    products: {
      list: {},
      open: { productId: published?.productId },
      start: { productId: 'fuzz-new' },
      save: { ...saved, content: work.draft },
      discard: { ...discarded },
      rehearse: { productId: published?.productId },
      preview: { productId: published?.productId, of: 'draft', language: 'en' },
    },
    policy: { list: {}, rehearse: { figures: FIGURES } },
    staffContent: { list: {}, open: { item: 'about' }, released: { area: 'messages' } },
  } satisfies Partial<Samples>
}

function onReports({ today, yesterday }: Work) {
  const figure = { report: 'portfolio', key: 'all', day: today }
  return {
    report: {
      book: {},
      month: {},
      vintage: {},
      applications: {},
      complaints: {},
      rows: figure,
      export: { ...figure, format: 'csv' },
    },
    audit: {
      list: {},
      acts: {},
      verify: { fromDay: yesterday, toDay: today },
      verifyMore: { verificationId: VERIFICATION },
    },
  } satisfies Partial<Samples>
}
