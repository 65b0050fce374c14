/** Notifies a borrower of a change of the ways in, so that a stranger's change is seen. */
import type { OwnerKind } from '#server/notices/kinds.ts'
import { enqueuePush } from '#server/notices/push.ts'
import type { Services, Work } from '#server/services.ts'

/** A change of the ways in. */
export type OwnerNotice = { readonly borrowerId: string; readonly news: OwnerKind }

/**
 * Enqueues a text message and a notification about a change, which are sent at once, at night too:
 * they answer an act of this moment. `occasion` distinguishes several changes of one kind.
 */
export async function notifyOwner(
  work: Work<Pick<Services, 'queue'>>,
  { occasion, ...notice }: OwnerNotice & { readonly occasion: string },
): Promise<void> {
  const { services, tx } = work
  const { borrowerId, news } = notice
  const singletonKey = `${occasion}/${news}`
  await services.queue.enqueue(tx, 'notify-owner', notice, { singletonKey })
  await enqueuePush(work, { borrowerId, id: occasion }, news)
}
