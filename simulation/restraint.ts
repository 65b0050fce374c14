import type { Result } from '#contract/client.ts'
import { addDays, indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { type ActKind, act, DONE } from './acts.ts'
import {
  actorOf,
  callsOn,
  type Life,
  type LimitAttempt,
  type OwnLimits,
  type Stage,
} from './life.ts'

type PauseWish = OwnLimits['pause']['value']

/** The chance that a borrower who acts asks for a limit. */
const LIMITS_ONESELF = 0.04
const STEPS_MAX = 5
const STEP = 1_000_00

/** Some borrowers limit their own new loans, or ask for a looser limit, beside all other acts. */
export async function limitOneself(stage: Stage, life: Life): Promise<void> {
  const { chance } = life
  if (stage.isClosing() || !chance.happens(LIMITS_ONESELF)) return
  if (chance.happens(0.6))
    await askForCeiling(
      stage,
      life,
      chance.happens(0.2) ? null : chance.between(1, STEPS_MAX) * STEP,
    )
  else {
    const end = addDays(indiaDayOf(stage.clock.now()), chance.between(2, 20))
    await askForPause(stage, life, chance.one<PauseWish>(['open', end, end, null]))
  }
}

/** Most who were refused because of their own limit ask for its end; the others wait for it. */
export async function loosen(stage: Stage, life: Life, reason: string): Promise<void> {
  if (!life.chance.happens(0.7)) return
  if (reason === 'own-pause') await askForPause(stage, life, null)
  if (reason === 'own-ceiling') await askForCeiling(stage, life, null)
}

/** Asks for a new loan, and notes how the server answered. */
export async function askForLoan<T>(
  { clock }: Stage,
  { restraint }: Life,
  amount: number,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const from = clock.now().toISOString()
  const result = await ask()
  const outcome = result.ok ? DONE : result.reason
  restraint.loans.push({ amount, from, until: clock.now().toISOString(), outcome })
  return result
}

async function askForCeiling(stage: Stage, life: Life, amount: number | null): Promise<void> {
  const ceiling = amount === null ? null : paise(amount)
  await askForLimit(stage, life, 'set a ceiling', { ceiling }, options =>
    callsOn(life.who.mobile).ownLimits.setCeiling({ ceiling }, options),
  )
}

async function askForPause(stage: Stage, life: Life, pause: PauseWish): Promise<void> {
  await askForLimit(stage, life, 'set a pause', { pause }, options =>
    callsOn(life.who.mobile).ownLimits.setPause({ until: pause }, options),
  )
}

async function askForLimit(
  stage: Stage,
  life: Life,
  kind: ActKind,
  wish: LimitAttempt['wish'],
  send: (options: { idempotencyKey: string }) => Promise<Result<OwnLimits>>,
): Promise<void> {
  const from = stage.clock.now().toISOString()
  const result = await act(actorOf(stage, life), kind, life.who.mobile, send)
  // Without its code the borrower could not sign in, and asked for nothing.
  if (!result.ok && result.reason === 'not-logged-in') return
  const answer = result.ok ? result.data : undefined
  life.restraint.limits.push({ wish, from, until: stage.clock.now().toISOString(), answer })
}
