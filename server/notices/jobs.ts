/** The jobs of notices, each with its handler. A payload holds only ids: the handler reads the current state. */
import { sendPush } from '#server/notices/push.ts'
import type { PayloadsOf } from '#server/platform/jobs/queue.ts'

export const noticeJobs = {
  /** Notifies one of a borrower's browsers; without `subscriptionId`, all of them. */
  'send-push': sendPush,
}

declare module '#server/platform/jobs/queue.ts' {
  interface JobData extends PayloadsOf<typeof noticeJobs> {}
}
