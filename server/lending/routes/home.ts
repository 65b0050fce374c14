import type { Output } from '#contract/endpoint.ts'
import { home as endpoints } from '#contract/home.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { eligibilityAt, mayBeOffered } from '#domain/lending/eligibility.ts'
import { nextRepayment, stillToRepay } from '#domain/lending/falls-due.ts'
import { type OrderState, owingStates, runningStates } from '#domain/lending/order.ts'
import { type OwnLimitsInForce, ownLimitsInForce } from '#domain/lending/own-limits.ts'
import { answerBy, openQuestion } from '#domain/lending/question.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { tenorText } from '#domain/lending/terms.ts'
import { ZERO_PAISE } from '#domain/money.ts'
import {
  autoPayWords,
  nextDebitBy,
  type StoredAutoPay,
  storedAutoPay,
} from '#server/lending/autopay/next-debit.ts'
import { quoteFor } from '#server/lending/borrowing/offer.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { type MoneyUnderWay, moneyUnderWay } from '#server/lending/db/money-under-way.ts'
import {
  findSessionsWithOrders,
  type OrderInList,
  type OrderOnHome,
} from '#server/lending/db/order-list.ts'
import { type Product, shownCatalogue } from '#server/lending/db/product.ts'
import { type History, historyOf } from '#server/lending/orders/history.ts'
import { canRequestHardship } from '#server/lending/restructuring/hardship-offer.ts'
import { latestOutcome } from '#server/lending/routes/outcome.ts'
import { standingOfProduct } from '#server/lending/routes/product.ts'
import {
  type BorrowerCall,
  type Route,
  routes,
  withSessionRows,
} from '#server/platform/actions/call.ts'
import { Fragment } from '#server/platform/http/serialized.ts'
import type { Services } from '#server/services.ts'
import type { MessageId } from '#words/catalogues.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

type Index = Output<typeof endpoints.index>
type ProductCard = Index['homeProductVos'][number]
type ProductCards = Fragment<ProductCard[]>
type Reading = Pick<BorrowerCall, 'now' | 'language'>
type OrderCard = Index['undwayList'][number]
type Running = {
  readonly loan?: RunningLoan | undefined
  readonly autoPay?: StoredAutoPay | undefined
  readonly underWay?: MoneyUnderWay | undefined
}

/** The products on offer, and the order in progress. */
export function homeRoutes({ db }: Pick<Services, 'db'>): Route[] {
  const productCards = productCardLists()
  return routes(endpoints, {
    index: withSessionRows(
      findSessionsWithOrders,
      async (_input, { borrowerId, now, language }, { orders, limits }) => {
        const today = indiaDayOf(now)
        const { products, limits: policy } = await shownCatalogue(db, today)
        const history = historyOf(orders, policy)
        const eligibility = eligibilityAt(now, orders)
        const unended: readonly OrderState[] = runningStates
        const inProgress = orders.filter(({ state }) => unended.includes(state))
        const [outcome, running] = await Promise.all([
          latestOutcome(db, orders, now),
          runningLoans(db, borrowerId, inProgress, now),
        ])
        const loans = [...running.values()].map(({ loan }) => loan)
        return {
          homeProductVos: mayBeOffered(
            loans.filter(loan => loan !== undefined),
            today,
          )
            ? productCards(products, history, ownLimitsInForce(limits, today), language)
            : [],
          undwayList: inProgress.map(order =>
            orderCard(order, running.get(order.id) ?? {}, products, { now, language }),
          ),
          loansRepaid: history.loansRepaid,
          loansRepaidOnTime: history.loansRepaidOnTime,
          tiers: [...policy.tiers],
          ladder: policy.ladder,
          outcome,
          reapplyAt: eligibility.may === 'wait' ? eligibility.until : null,
        }
      },
    ),
  })
}

/** The loans of the orders that owe something, with their AutoPay and the money under way, by order. */
async function runningLoans(
  db: Services['db'],
  borrowerId: string,
  inProgress: readonly OrderInList[],
  now: Date,
): Promise<ReadonlyMap<string, Running>> {
  const owing: readonly OrderState[] = owingStates
  const orders = inProgress.filter(({ state }) => owing.includes(state))
  if (orders.length === 0) return new Map()
  const [paying, ...read] = await Promise.all([
    moneyUnderWay(db, borrowerId, now),
    ...orders.map(async (order): Promise<readonly [string, Running]> => {
      const key = { borrowerId: order.borrowerId, orderId: order.id }
      const [loan, autoPay] = await Promise.all([loanOf(db, order), storedAutoPay(db, key)])
      return [order.id, { loan, autoPay }]
    }),
  ])
  return new Map(read.map(([id, running]) => [id, { ...running, underWay: paying.get(id) }]))
}

/**
 * The cards of the catalogue last read, serialized once for all borrowers with the same number of
 * repaid loans, by the same ladder, the same discount, the same ceiling of their own and the same language.
 */
function productCardLists() {
  let catalogue: readonly Product[] = []
  const lists = new Map<string, ProductCards>()
  return (
    products: readonly Product[],
    history: History,
    limits: OwnLimitsInForce,
    language: Language,
  ): ProductCards => {
    if (products !== catalogue) lists.clear()
    catalogue = products
    const serialized = () =>
      new Fragment(
        endpoints.index.output.entries.homeProductVos,
        products.map(product => productCard(product, history, limits, language)),
      )
    // A pause has one of many days, so that its cards would only fill the memory.
    if (limits.pausedUntil !== null) return serialized()
    const rungs = history.ladder.map(({ loansRepaid }) => loansRepaid)
    const key = `${history.loansRepaid} of ${rungs} ${history.discount} ${language} ${limits.ceiling}`
    const list = lists.get(key) ?? serialized()
    lists.set(key, list)
    return list
  }
}

/** A product as its card on the home page shows it to this borrower. */
export function productCard(
  product: Product,
  history: History,
  limits: OwnLimitsInForce,
  language: Language,
): ProductCard {
  const { id, name, logo, orderNum } = product
  const { amounts, isHeldBack, ...standing } = standingOfProduct(product, history, limits, language)
  const maxAmount = amounts.at(-1) ?? ZERO_PAISE
  const card = { id, name, logo, orderNum, maxAmount, ...standing }
  if (product.kind === 'external') {
    return {
      ...card,
      productType: 0,
      h5Href: product.h5Href,
      tenorText: null,
      interestRate: null,
      apr: null,
    }
  }
  return {
    ...card,
    productType: 1,
    h5Href: null,
    tenorText: tenorText(product.terms),
    interestRate: product.terms.rate,
    apr: quoteFor(product, maxAmount, history).apr,
  }
}

/** The label of an in-progress card's button; the specification leaves the wording open. */
const BUTTONS: Partial<Record<OrderState, MessageId>> = {
  pass: 'home.order.get-money',
  loaned: 'home.order.repay',
  overdue: 'home.order.repay',
}

function orderCard(
  order: OrderOnHome,
  { loan, autoPay, underWay }: Running,
  products: readonly Product[],
  { now, language }: Reading,
): OrderCard {
  const open = openQuestion(order.question ? [order.question] : [], order, now)
  const next = loan && autoPay && nextDebitBy(order, loan, autoPay, now)
  // While money is under way the card says what was owed when it was paid.
  const asOf = indiaDayOf(underWay?.since ?? now)
  const usual = (underWay ? undefined : BUTTONS[order.state]) ?? 'home.order.view'
  const button = open ? 'home.order.answer' : usual
  return {
    orderId: order.id,
    orderState: order.state,
    name: order.productName,
    logo: products.find(({ id }) => id === order.productId)?.logo ?? '',
    fullButtonName: say(language, button),
    ...(loan ? owedAmounts(loan, asOf, language) : agreedAmounts(order, language)),
    autoPayMsg: next ? autoPayWords(next, language) : null,
    canRequestHardship: loan && canRequestHardship(order, loan, indiaDayOf(now)) ? 1 : 0,
    answerBy: open ? answerBy(open) : null,
    underWay: underWay ?? null,
  }
}

type Amounts = Omit<
  OrderCard,
  | 'orderId'
  | 'orderState'
  | 'name'
  | 'logo'
  | 'fullButtonName'
  | 'autoPayMsg'
  | 'canRequestHardship'
  | 'answerBy'
  | 'underWay'
>

function agreedAmounts({ terms, interest, arrive }: OrderInList, language: Language): Amounts {
  return {
    amountMsg: say(language, 'home.order.amount'),
    amount: terms.principal,
    interest,
    toReceive: arrive,
    dueDay: null,
    stillToRepay: null,
    overdueDays: 0,
    penal: ZERO_PAISE,
  }
}

/**
 * The amounts of an in-progress card for a running loan. The amount is what falls due on `dueDay`,
 * or what is payable today where that day is past.
 */
export function owedAmounts(loan: RunningLoan, today: Day, language: Language): Amounts {
  const position = positionOn(loan, today)
  const next = nextRepayment(loan, position)
  return {
    amountMsg: say(language, position.overdueDays > 0 ? 'card.overdue' : 'home.order.next'),
    amount: next?.amount ?? ZERO_PAISE,
    interest: next?.parts.interest ?? ZERO_PAISE,
    toReceive: null,
    dueDay: position.nextDueDay ?? null,
    stillToRepay: stillToRepay(loan, today),
    overdueDays: position.overdueDays,
    penal: next?.parts.penal ?? ZERO_PAISE,
  }
}
