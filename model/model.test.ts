import { expect, test } from 'vitest'
import { modelText, parsedModel, runModel, typeFaultsOf } from './quint.ts'

const SAMPLES = 450
/** The fewest of them in which each witness must hold. */
const TRACES_MIN = 5
const INVARIANTS = [
  'paidOutOnce',
  'refundedOnce',
  'neverKeepsMoreThanOwed',
  'everyPaisaIsBookedOnce',
  'noPaymentIsLost',
  'partsAreWithinBounds',
  'paidInTimeIsExtended',
  'debitsTakeWhatIsDue',
  'debitsAreWithinCap',
  'unwantedIsNotDebited',
  'debitsAreAnnounced',
  'planIsWithinTenor',
  'noExtensionBesidePlan',
  'silenceMakesNobodyLate',
  'nextIsWithinCeiling',
  'onlyOwedIsWaived',
  'penalIsWithinCap',
  'onlyLateLoansAreWaived',
  'waivedByTwo',
  'waivedOnce',
  'waivedInTime',
  'noPaymentPrecedesWaiver',
  'moneyAndStateAgree',
  'noStateIsADeadEnd',
]
/** The model's own list of what its traces must reach. */
const WITNESSES = [...modelText.matchAll(/^ {2}val (reaches\w+) =/gm)].map(([, name = '']) => name)

const model = parsedModel(modelText)

test('the types and effects of the model are sound', () => {
  expect(typeFaultsOf(model)).toEqual([])
})

test('no trace breaks an invariant, and together they reach every state', () => {
  const { status, report, witnessed } = runModel(model, {
    seed: 9,
    samples: SAMPLES,
    steps: 50,
    invariants: INVARIANTS,
    witnesses: WITNESSES,
  })
  expect(status, report).toBe('ok')
  console.log([...witnessed].map(([name, count]) => `${name}: ${count} of ${SAMPLES}`).join('\n'))
  expect([...witnessed.keys()]).toEqual(WITNESSES)
  expect([...witnessed].filter(([, count]) => count < TRACES_MIN)).toEqual([])
})

type Guard = {
  readonly guards: string
  readonly find: string
  readonly replace: string
  /** The invariant that breaks without it. */
  readonly breaks: string
  /** The seed of a trace in which it breaks, where the first one does not: the search begins there. */
  readonly seed?: number
}

const GUARDS: readonly Guard[] = [
  {
    guards: 'the bank knows a payout by its key',
    find: 'val isNew = w.bank.state == NoPayout',
    replace: 'val isNew = true',
    breaks: 'paidOutOnce',
  },
  {
    guards: 'the provider knows a refund by its key',
    find: 'val isNew = r.timesSent == 0',
    replace: 'val isNew = true',
    breaks: 'refundedOnce',
  },
  {
    guards: 'an attempt is booked once, by any report',
    find: 'if (attempt.isBooked) w\n',
    replace: 'if (false) w\n',
    breaks: 'everyPaisaIsBookedOnce',
  },
  {
    guards: 'a message about an earlier state of the payout changes nothing',
    find: 'if (w.payout == Pending and said == Succeeded)',
    replace: 'if (said == Succeeded)',
    breaks: 'moneyAndStateAgree',
    seed: 0x1d6c,
  },
  {
    guards: 'a part is a rupee at least',
    find: 'part >= PART_MIN and part <= owed(w)',
    replace: 'part <= owed(w)',
    breaks: 'partsAreWithinBounds',
    seed: 0x5a70,
  },
  {
    guards: 'a part is at most what closes the loan',
    find: 'part >= PART_MIN and part <= owed(w)',
    replace: 'part >= PART_MIN',
    breaks: 'partsAreWithinBounds',
  },
  {
    guards: 'the provider is asked until the page takes no more money',
    find: 'val isOver = w.day > w.pages[page].askedUntil',
    replace: 'val isOver = true',
    breaks: 'noPaymentIsLost',
    seed: 0x916,
  },
  {
    guards: 'the provider is asked before an extension lapses',
    find: 'if (isOver and w.pages[p].purpose == ForExtension) bookAll(rest, p) else rest',
    replace: 'rest',
    breaks: 'paidInTimeIsExtended',
    seed: 0x20255,
  },
  {
    guards: 'a debit starts only where just what was announced falls due',
    find: 'w.loan.due == w.debit.due and owed(w) == page.amount',
    replace: 'w.loan.due == w.debit.due',
    breaks: 'debitsTakeWhatIsDue',
    seed: 0xa55c7,
  },
  {
    guards: 'a debit is no more than the instalment agreed',
    find: 'val isWithinCap = amount <= DEBIT_CAP',
    replace: 'val isWithinCap = true',
    breaks: 'debitsAreWithinCap',
    seed: 0xe7b5,
  },
  {
    guards: 'a debit that the borrower skipped does not start',
    find: 'if (w.debit.state != Announced) w\n',
    replace: 'if (false) w\n',
    breaks: 'unwantedIsNotDebited',
    seed: 0x51ee8,
  },
  {
    guards: 'no debit starts after AutoPay ended',
    find: 'val isOn = w.autoPay.state == On',
    replace: 'val isOn = true',
    breaks: 'unwantedIsNotDebited',
  },
  {
    guards: 'a plan ends within the longest tenor',
    find: ', w.loan.due + moveDays <= w.loan.start + DAYS_MAX,',
    replace: ',',
    breaks: 'planIsWithinTenor',
    seed: 0x1a92,
  },
  {
    guards: 'no extension is requested beside a plan',
    find: 'isExtendable(w) and Set(NoPlan, PlanRefused).contains(w.plan.state)',
    replace: 'isExtendable(w)',
    breaks: 'noExtensionBesidePlan',
    seed: 0x1bdf,
  },
  {
    guards: 'no plan is requested while an extension is awaited',
    find: 'isInTimeForPlan(w), w.order == Loaned,',
    replace: 'isInTimeForPlan(w),',
    breaks: 'noExtensionBesidePlan',
    seed: 0x5a70,
  },
  {
    guards: 'a request that nobody answered counts as granted',
    find: 'val answered = grantUnanswered(lapsed, w.day)',
    replace: 'val answered = lapsed',
    breaks: 'silenceMakesNobodyLate',
    seed: 0x2994,
  },
  {
    guards: 'a higher ceiling holds a week later',
    find: 'if (isKept) limit.from else day + EASES_AFTER_DAYS',
    replace: 'if (isKept) limit.from else day',
    breaks: 'nextIsWithinCeiling',
  },
  {
    guards: 'nobody borrows above their own ceiling',
    find: 'val isWithin = amount <= ceilingOn(w.limit, w.day)',
    replace: 'val isWithin = true',
    breaks: 'nextIsWithinCeiling',
  },
  {
    guards: 'no more is waived than is owed on the day of the approval',
    find: 'val isStillOwed = amount <= penalToday(w)',
    replace: 'val isStillOwed = true',
    breaks: 'onlyOwedIsWaived',
    seed: 0x536f,
  },
  {
    guards: 'nothing is waived while an extension awaits its payment',
    find: 'pure def isOverdue(w: World): bool = w.order == Overdue',
    replace: 'pure def isOverdue(w: World): bool = owes(w)',
    breaks: 'onlyLateLoansAreWaived',
    seed: 0xf93,
  },
  {
    guards: 'nobody approves a waiver that they proposed',
    find: 'if (isOwn) w else approvedWaiver(w, isOwn)',
    replace: 'approvedWaiver(w, isOwn)',
    breaks: 'waivedByTwo',
    seed: 0x2994,
  },
  {
    guards: 'a proposal waives once',
    find: 'val ended = { ...w, proposal: { ...w.proposal, isOpen: false } }',
    replace: 'val ended = w',
    breaks: 'waivedOnce',
    seed: 0xf93,
  },
  {
    guards: 'a proposal waits a week at most',
    find: 'val isInTime = waits(w)',
    replace: 'val isInTime = true',
    breaks: 'waivedInTime',
    seed: 0xf93,
  },
  {
    guards: 'a payment that becomes known after a waiver counts from its day on',
    find: 'val earliest = max(w.plan.grantedOn, waivedOn(w))',
    replace: 'val earliest = w.plan.grantedOn',
    breaks: 'noPaymentPrecedesWaiver',
    seed: 0x263dd,
  },
  {
    guards: 'the cap counts what was waived',
    find: 'min(halfUp(loan.penal, 1000), PENAL_CAP) - loan.penalPaid - loan.waived)',
    replace: 'min(halfUp(loan.penal, 1000) - loan.penalPaid - loan.waived, PENAL_CAP))',
    breaks: 'penalIsWithinCap',
    seed: 0x1ea3,
  },
  {
    guards: 'a payment of all that is owed settles the loan',
    find: 'else if (owed(w) == 0) endPlan({ ...w, order: Settled })',
    replace: 'else if (false) w',
    breaks: 'noStateIsADeadEnd',
  },
  {
    guards: 'what a payment brings beyond what is owed is refunded',
    find: 'refund(moved, receipt.excess)',
    replace: 'moved',
    breaks: 'neverKeepsMoreThanOwed',
    seed: 0x916,
  },
]

test.each(GUARDS)('$guards: without it, $breaks breaks', ({ find, replace, breaks, seed = 11 }) => {
  expect(modelText.split(find)).toHaveLength(2)
  const { status, report } = runModel(parsedModel(modelText.replace(find, replace)), {
    seed,
    samples: 4_000,
    steps: 50,
    invariants: [breaks],
  })
  expect(status, report).toBe('violation')
})
