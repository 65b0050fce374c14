import { paymentOf, savePaymentStatus } from '#server/db/payment.ts'
import { ask } from '#server/flows/ask-again.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { receiveAttempt } from '#server/flows/receive-payment.ts'

const MINUTE_MS = 60_000
/** The pauses between asking, in minutes: about two days in all. Afterwards a page that nobody paid on counts as failed. */
const PAUSES_MINUTES = [1, 2, 5, 10, 30, 60, 120, 240, 480, 720, 1_200] as const
/** Once a payment is known the provider is asked only so often: a page can be paid twice, and the second message be lost, too. */
const LAST_ROUNDS = 2

/** Asks the provider about a payment whose message has not come: money is not believed lost before it was asked about (decisions §10). */
export async function askPayment(
  services: LendingServices,
  { borrowerId, paymentId, round }: { readonly borrowerId: string; readonly paymentId: string; readonly round: number },
): Promise<void> {
  const { db, clock, queue, payment: provider, log } = services
  const payment = await paymentOf(db, borrowerId, paymentId)
  if (!payment) return
  const { linkRef } = payment.link ?? {}
  const attempts = linkRef ? await ask(log, 'the payment provider', () => provider.attempts(linkRef), []) : []
  for (const attempt of attempts) {
    await receiveAttempt(services, borrowerId, { ...attempt, paymentId, vendor: provider.name })
  }
  const isPaid = payment.status === 'paid' || attempts.some(({ state }) => state === 'paid')
  const next = isPaid ? Math.max(round, PAUSES_MINUTES.length - LAST_ROUNDS) : round
  const pauseMinutes = PAUSES_MINUTES[next]
  await db.transaction(async tx => {
    if (pauseMinutes === undefined) return savePaymentStatus(tx, payment, 'failed', clock.now())
    const startAfter = new Date(Date.now() + pauseMinutes * MINUTE_MS)
    await queue.enqueue(tx, 'ask-payment', { borrowerId, paymentId, round: next + 1 }, { startAfter, singletonKey: paymentId })
  })
}
