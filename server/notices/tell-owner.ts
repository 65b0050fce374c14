/** Tells a borrower of a change of the ways in, so that a stranger's change does not stay unseen. */
import { enqueuePush } from '#server/notices/push.ts'
import type { JobData } from '#server/platform/jobs/names.ts'
import type { Services, Work } from '#server/services.ts'

/**
 * Enqueues a text message and a notification about a change, which are sent at once, at night too:
 * they answer what somebody has just done. `occasion` tells several changes of one kind apart.
 */
export async function tellOwner(
  work: Work<Pick<Services, 'queue'>>,
  { occasion, ...told }: JobData['tell-owner'] & { readonly occasion: string },
): Promise<void> {
  const { services, tx } = work
  const { borrowerId, news } = told
  const singletonKey = `${occasion}/${news}`
  await services.queue.enqueue(tx, 'tell-owner', told, { singletonKey })
  await enqueuePush(work, { borrowerId, id: occasion }, news)
}
