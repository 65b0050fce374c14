import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { verificationProgress } from '#domain/identity/verification.ts'
import { paths } from '#web/paths.ts'
import { orderOf } from '#web/verify/step-place.ts'

/**
 * Returns the page to which the dispatcher sends the borrower: the first unfinished step, or, when
 * all are done, the loan they came for (specification §4, "Auth dispatcher"), or home.
 */
export function nextPage(pid: string, status: Output<typeof verify.status>): string {
  const progress = verificationProgress(status, orderOf(status))
  if (progress.at === 'step')
    return paths.step(progress.key, { pid, step: progress.number, of: progress.total })
  return pid === '' ? paths.home() : paths.productDetail(pid)
}
