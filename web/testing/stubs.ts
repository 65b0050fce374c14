/** Stubs of the reads of whole pages; a test replaces those that differ. */
import type { Output } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import {
  card,
  config,
  extensionOffer,
  home,
  mayApply,
  me,
  type OrderDetail,
  order,
  payoff,
  product,
  quote,
  statement,
} from '#web/testing/answers.ts'
import { stub } from '#web/testing/stub.ts'

const STEPS = ['basic', 'work', 'identity', 'face', 'contacts'] as const
type Step = (typeof STEPS)[number]

/** The answers of the apply page, for a borrower who may apply. */
export function stubApplying(cards: Output<typeof contract.bank.cards> = [card]): void {
  stubSteps('end')
  stub(contract.order.precheck, mayApply)
  stub(contract.product.info, product)
  stub(contract.bank.cards, cards)
  stub(contract.order.quote, quote)
  stub(contract.device.needUpload, [])
}

/** The answers of an order's page. */
export function stubOrder(detail: Partial<OrderDetail> = {}): void {
  stub(contract.order.detail, { ...order, ...detail })
  stub(contract.content.config, config)
  stub(contract.repay.payoff, payoff)
  stub(contract.loanDocument.list, { documents: [], hasStatement: false })
  stub(contract.autopay.status, {
    isOffered: false,
    state: 'off',
    isPausedInApp: false,
    cap: null,
    endsOn: null,
    approveBy: null,
    next: null,
    first: null,
  })
}

/** How far the verification is: all steps before this one are done. */
export function stubSteps(until: Step | 'end'): void {
  const ends = until === 'end' ? STEPS.length : STEPS.indexOf(until)
  const stateOf = (step: Step) => (STEPS.indexOf(step) < ends ? 1 : 0)
  stub(contract.verify.status, {
    userAuthConfigVoList: STEPS.map(key => ({ key })),
    basic: stateOf('basic'),
    work: stateOf('work'),
    kycAadhaarAndPan: stateOf('identity'),
    kycFaceAndHold: stateOf('face'),
    contact: stateOf('contacts'),
  })
}

/** The identity page by number, or by uploads, with nothing given yet. */
export function stubIdentity(kycPageType: 1 | 2): void {
  stubSteps('identity')
  stub(contract.kyc.type, {
    kycPageType,
    aadhaar: null,
    isAadhaarVerified: 0,
    isLookedAt: 0,
    deniedBecause: null,
  })
  stub(contract.digilocker.offer, { isOffered: 0 })
  stub(contract.kyc.uploads, { uploads: [] })
}

/** The extension's page: offered, or requested and awaiting its payment. */
export function stubExtension(isAwaiting: 0 | 1): void {
  stub(contract.extension.calculate, { ...extensionOffer, isAwaiting })
  stub(contract.extension.keyFacts, { ...statement, proposalNo: 'SR0001-X' })
  stub(contract.content.config, config)
}

/** The face page, with no picture taken. */
export function stubFace(): void {
  stubSteps('face')
  stub(contract.kyc.livingConfig, { 'living-config': { blink: false, uploadAllowed: true } })
  stub(contract.kyc.faceResult, { status: 0, isLookedAt: 0, deniedBecause: null })
}

export function stubHome(data: Partial<typeof home> = {}): void {
  stub(contract.home.index, { ...home, ...data })
  stub(contract.content.config, config)
}

/** A product whose application was denied 15 days before one may apply again. */
export function stubDenied(): void {
  stubApplying()
  stub(contract.order.precheck, {
    orderStatus: 0,
    rejectStatusVO: { day: 15, hour: 0 },
    reasons: [],
    reapplyAt: new Date('2026-03-16T10:00:00Z'),
  })
  stub(contract.content.config, config)
}

/** The basic information, with the PIN code as its only question. */
export function stubBasic(): void {
  stubSteps('basic')
  const words = { key: 'PIN code', label: '6-digit PIN code', value: 'pinCode' }
  const rules = { dataType: 1, checkType: 1, checkReq: 1, canHidden: 0 } as const
  const lengths = { lengthLimitMin: 6, lengthLimitMax: 6 }
  const none = { dictionaryVoList: [], answer: null }
  stub(contract.verify.baseInfoForm, [{ ...words, ...rules, ...lengths, ...none }])
}

/** The page of a product, for a borrower who may apply. */
export function stubProduct(info: Partial<typeof product> = {}): void {
  stubSteps('end')
  stub(contract.order.precheck, mayApply)
  stub(contract.product.info, { ...product, ...info })
}

export function stubAccount(about: Partial<typeof me> = {}): void {
  stub(contract.account.me, { ...me, ...about })
  stub(contract.content.config, config)
}
