/** The step keys and their flags and pages: the one table of verification (specification §2, §3, §4). */
const STEPS = {
  basic: { flag: 'basic', route: '/auth/basic' },
  work: { flag: 'work', route: '/auth/work' },
  identity: { flag: 'kycAadhaarAndPan', route: '/auth/identity' },
  face: { flag: 'kycFaceAndHold', route: '/auth/face' },
  contacts: { flag: 'contact', route: '/auth/contacts' },
} as const

export type StepKey = keyof typeof STEPS
export type StepFlag = (typeof STEPS)[StepKey]['flag']
export type StepRoute = (typeof STEPS)[StepKey]['route']

/** Auth status as the calls return it: 0 is not done, anything else is done (specification §3). */
export type VerificationFlags = Readonly<Record<StepFlag, number>>

/** The borrower's progress: at a step, with its number and the total, or done. */
export type VerificationProgress =
  | {
      readonly at: 'step'
      readonly key: StepKey
      readonly route: StepRoute
      readonly number: number
      readonly total: number
    }
  | { readonly at: 'end' }

/** The default order of the steps (specification §4). */
export const STEP_KEYS: readonly StepKey[] = ['basic', 'work', 'identity', 'face', 'contacts']

export const NOTHING_VERIFIED: VerificationFlags = {
  basic: 0,
  work: 0,
  kycAadhaarAndPan: 0,
  kycFaceAndHold: 0,
  contact: 0,
}

export function isStepKey(text: string): text is StepKey {
  return Object.hasOwn(STEPS, text)
}

export function flagOf(step: StepKey): StepFlag {
  return STEPS[step].flag
}

/** The page of a step. */
export function routeOf(step: StepKey): StepRoute {
  return STEPS[step].route
}

export function isStepDone(step: StepKey, flags: VerificationFlags): boolean {
  return flags[flagOf(step)] !== 0
}

/** The flags after a step is completed. */
export function withStepDone(step: StepKey, flags: VerificationFlags): VerificationFlags {
  return { ...flags, [flagOf(step)]: 1 }
}

/**
 * The first unfinished step in configured order, with the `step` and `as` of its address
 * (specification §4).
 */
export function verificationProgress(
  flags: VerificationFlags,
  order: readonly StepKey[] = STEP_KEYS,
): VerificationProgress {
  const index = order.findIndex(step => !isStepDone(step, flags))
  const key = order[index]
  if (key === undefined) return { at: 'end' }
  return { at: 'step', key, route: routeOf(key), number: index + 1, total: order.length }
}

/** True if every configured step is done, which opens the apply page. */
export function isVerified(
  flags: VerificationFlags,
  order: readonly StepKey[] = STEP_KEYS,
): boolean {
  return order.every(step => isStepDone(step, flags))
}

/**
 * True if a step may be answered: every step before it is done. The server checks this too,
 * whatever the client shows (product §10).
 */
export function isStepReached(
  step: StepKey,
  flags: VerificationFlags,
  order: readonly StepKey[] = STEP_KEYS,
): boolean {
  const index = order.indexOf(step)
  return index >= 0 && order.slice(0, index).every(earlier => isStepDone(earlier, flags))
}
