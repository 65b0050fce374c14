import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { isStepKey, STEP_KEYS, type StepKey } from '#domain/identity/verification.ts'

type Status = Output<typeof verify.status>

/** Returns the steps in configured order; in their usual order until the status is loaded. */
export function orderOf(status: Status | undefined): readonly StepKey[] {
  return status?.userAuthConfigVoList.map(({ key }) => key).filter(isStepKey) ?? STEP_KEYS
}

/**
 * Returns the number of a step page and of all steps, from its address (`step` and `as`,
 * specification §2), or from the order if the address has no usable values.
 */
export function placeOf(
  step: StepKey,
  order: readonly StepKey[],
  search: URLSearchParams,
): { number: number; total: number } {
  const number = Number(search.get('step'))
  const total = Number(search.get('as'))
  const isUsable =
    Number.isInteger(number) &&
    Number.isInteger(total) &&
    number >= 1 &&
    number <= total &&
    total <= order.length
  return isUsable
    ? { number, total }
    : { number: Math.max(0, order.indexOf(step)) + 1, total: order.length }
}
