/** The jobs of identity, each with its handler. A payload holds only ids: the handler reads the current state. */
import { notifyContact } from '#server/identity/contact-notice.ts'
import type { PayloadsOf } from '#server/platform/jobs/queue.ts'

export const identityJobs = {
  /** Notifies emergency contacts that they were named. */
  'notify-contact': notifyContact,
  /** As servers of 0.2.0 enqueue it. */
  'tell-contact': notifyContact,
}

declare module '#server/platform/jobs/queue.ts' {
  interface JobData extends PayloadsOf<typeof identityJobs> {}
}
