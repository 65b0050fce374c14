import type { autopay } from '#contract/autopay.ts'
import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { type ActKind, act, ask } from './acts.ts'
import {
  type AutoPayCommand,
  actorOf,
  callsOn,
  DAY,
  HOUR,
  type Life,
  type Stage,
  wait,
} from './life.ts'
import type { AppCommand } from './upi-app.ts'

type Status = Output<typeof autopay.status>
type Next = NonNullable<Status['next']>
type Detail = Pick<Output<typeof order.detail>, 'orderId'>

/**
 * The moments at which time stops for AutoPay, from the beginning of the due day on: in the hours
 * of the notice, twice in those of the debit, and once it is clear that nothing was debited.
 */
const STOPS_MS = [-15 * HOUR, 16 * HOUR, 16.7 * HOUR, 18 * HOUR]
const KINDS = {
  'set up': 'set up AutoPay',
  skip: 'skip a debit',
  pause: 'pause AutoPay',
  resume: 'resume AutoPay',
  end: 'end AutoPay',
} as const satisfies Record<AutoPayCommand['what'], ActKind>

/**
 * Sets AutoPay up, commands it, and leaves the next instalment to it. Returns `pay` if the borrower
 * pays by hand at once, `left` if AutoPay is to pay, and `by hand` where it is off.
 */
export async function leaveToAutoPay(
  stage: Stage,
  life: Life,
  { orderId }: Detail,
): Promise<'left' | 'pay' | 'by hand'> {
  life.autoPay.nextMs = Number.POSITIVE_INFINITY
  const isOver = stage.isClosing() && !stage.isLong
  if (life.character !== 'by AutoPay' || isOver) return 'by hand'
  const { mobile } = life.who
  const status = await ask(actorOf(stage, life), mobile, () =>
    callsOn(mobile).autopay.status({ orderId }),
  )
  if (!status.ok) return 'by hand'
  const { state, isOffered, isPausedInApp, next } = status.data
  if (state === 'active') return next ? watch(stage, life, orderId, next) : 'by hand'
  if (state === 'paused') {
    if (life.chance.happens(0.2)) return 'by hand'
    if (isPausedInApp) await inApp(stage, life, 'resume')
    else await command(stage, life, orderId, 'resume')
  } else if (state === 'asked') await answer(stage, life)
  else if (isOffered) await setUp(stage, life, orderId)
  else return 'by hand'
  wait(stage, life, HOUR)
  return 'left'
}

/** Asks for AutoPay, and approves it in the UPI app at once, later or never. */
async function setUp(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const opened = await noted(stage, life, { orderId, what: 'set up' }, () =>
    callsOn(mobile).autopay.setUp({ orderId, isAgreed: true }),
  )
  if (!opened.ok) return
  life.autoPay.page = { orderId, url: opened.data.url }
  await answer(stage, life)
}

async function answer(stage: Stage, life: Life): Promise<void> {
  const mood = life.chance.next()
  if (mood < 0.8) await inApp(stage, life, 'approve')
  else if (mood < 0.9) await inApp(stage, life, 'refuse')
}

/** Commands or pays by hand, by the state of the next debit, and waits until it changes. */
async function watch(
  stage: Stage,
  life: Life,
  orderId: string,
  { day, debit, why }: Next,
): Promise<'left' | 'pay'> {
  const { chance } = life
  waitFor(stage, life, day)
  if (why !== null) return 'pay'
  const mood = chance.next()
  if (mood < 0.03) await command(stage, life, orderId, 'pause')
  else if (mood < 0.05) await inApp(stage, life, 'pause')
  else if (mood < 0.07) await command(stage, life, orderId, 'end')
  else if (mood < 0.08) await inApp(stage, life, 'revoke')
  else if (debit === 'announced' && mood < 0.16) await command(stage, life, orderId, 'skip')
  return mood > (debit === 'started' ? 0.7 : 0.95) ? 'pay' : 'left'
}

/** Waits for the next hour in which something happens to the debit, or until the day after it. */
function waitFor(stage: Stage, life: Life, dueDay: Day): void {
  const nowMs = stage.clock.now().getTime()
  const dueMs = startOfIndiaDay(dueDay).getTime()
  const nextMs = STOPS_MS.map(ms => dueMs + ms).find(ms => ms > nowMs)
  life.autoPay.nextMs = nextMs ?? Number.POSITIVE_INFINITY
  wait(stage, life, (nextMs ?? Math.max(nowMs + 8 * HOUR, dueMs + DAY)) - nowMs)
}

/** Gives a command in our app. It may be too late: a debit may have started meanwhile. */
async function command(
  stage: Stage,
  life: Life,
  orderId: string,
  what: 'skip' | 'pause' | 'resume' | 'end',
): Promise<void> {
  const { autopay } = callsOn(life.who.mobile)
  const to = what === 'end' ? 'revoke' : what
  await noted(stage, life, { orderId, what }, () =>
    to === 'skip' ? autopay.skip({ orderId }) : autopay.change({ orderId, to }),
  )
}

async function noted<T>(
  stage: Stage,
  life: Life,
  about: Pick<AutoPayCommand, 'orderId' | 'what'>,
  send: () => ReturnType<typeof act<T>>,
): ReturnType<typeof act<T>> {
  const from = stage.clock.now().toISOString()
  const result = await act(actorOf(stage, life), KINDS[about.what], life.who.mobile, send)
  const until = stage.clock.now().toISOString()
  if (result.ok) life.autoPay.commands.push({ ...about, from, until })
  return result
}

async function inApp({ vendor, sights }: Stage, life: Life, what: AppCommand): Promise<void> {
  const { page } = life.autoPay
  if (page && (await vendor.upiApp.press(page.url, what))) sights.appCommands[what] += 1
}
