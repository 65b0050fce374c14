import type { Output } from '#contract/endpoint.ts'
import type { verify } from '#contract/verify.ts'
import { verificationProgress } from '#domain/identity/verification.ts'
import { paths } from '#web/paths.ts'
import { orderOf } from '#web/verify/step-place.ts'

/**
 * Where the dispatcher sends the borrower: to the first unfinished step, or, when all are done, to the loan that they came
 * for (specification §4, "Auth dispatcher"). Who came for none goes home.
 */
export function nextPage(pid: string, status: Output<typeof verify.status>): string {
  const progress = verificationProgress(status, orderOf(status))
  if (progress.at === 'step')
    return paths.step(progress.key, { pid, step: progress.number, of: progress.total })
  return pid === '' ? paths.home() : paths.productDetail(pid)
}
