/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { ComplaintCategory, RootCause } from '#domain/complaint.ts'
import type { ContentTexts } from '#domain/content.ts'
import type { Day } from '#domain/day.ts'
import type { FileKey } from '#server/platform/files/store.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'complaint-by-id': {
      row: { borrowerId: string; feedbackId: string; category: ComplaintCategory; rootCause: RootCause | null; receivedAt: Date; dueAt: Date; escalatedAt: Date | null; closedAt: Date | null; outcome: 'resolved' | 'partly' | 'rejected' | null }
      values: Sent<[string]>
    }
    'complaint-close': {
      row: { feedback_id: string }
      values: Sent<[string, string, Date, string]>
    }
    'complaint-escalate': {
      row: { feedback_id: string }
      values: Sent<[string, string, Date]>
    }
    'complaint-event-insert': {
      row: never
      values: Sent<{ borrowerId: string; feedbackId: string; eventId: string; what: string; staffId: string; note: string; textSealed: Uint8Array; at: Date }>
    }
    'complaint-events': {
      row: { borrowerId: string; feedbackId: string; eventId: string; what: 'raised' | 'sorted' | 'escalated' | 'reply' | 'closed'; staffId: string | null; note: string | null; textSealed: Buffer | null; at: Date }
      values: Sent<[string, string]>
    }
    'complaint-insert': {
      row: { feedback_id: string }
      values: Sent<{ borrowerId: string; feedbackId: string; category: string; receivedAt: Date; dueAt: Date }>
    }
    'complaint-lock': {
      row: { borrowerId: string; feedbackId: string; category: ComplaintCategory; rootCause: RootCause | null; receivedAt: Date; dueAt: Date; escalatedAt: Date | null; closedAt: Date | null; outcome: 'resolved' | 'partly' | 'rejected' | null }
      values: Sent<[string, string]>
    }
    'complaint-replies-of-borrower': {
      row: { borrowerId: string; feedbackId: string; eventId: string; what: 'raised' | 'sorted' | 'escalated' | 'reply' | 'closed'; staffId: string | null; note: string | null; textSealed: Buffer | null; at: Date }
      values: Sent<[string]>
    }
    'complaint-sort': {
      row: { feedback_id: string }
      values: Sent<[string, string, string, string, Date]>
    }
    'complaints-closed': {
      row: { borrowerId: string; feedbackId: string; category: ComplaintCategory; rootCause: RootCause | null; receivedAt: Date; dueAt: Date; escalatedAt: Date | null; closedAt: Date | null; outcome: 'resolved' | 'partly' | 'rejected' | null }
      values: Sent<[Date, string, string, number]>
    }
    'complaints-of-borrower': {
      row: { borrowerId: string; feedbackId: string; category: ComplaintCategory; rootCause: RootCause | null; receivedAt: Date; dueAt: Date; escalatedAt: Date | null; closedAt: Date | null; outcome: 'resolved' | 'partly' | 'rejected' | null }
      values: Sent<[string]>
    }
    'complaints-open': {
      row: { borrowerId: string; feedbackId: string; category: ComplaintCategory; rootCause: RootCause | null; receivedAt: Date; dueAt: Date; escalatedAt: Date | null; closedAt: Date | null; outcome: 'resolved' | 'partly' | 'rejected' | null }
      values: Sent<[Date, string, string, number]>
    }
    'content-in-effect': {
      row: { item: string; version: number; fromDay: Day; untilDay: Day | null; texts: ContentTexts | null; href: string | null }
      values: Sent<[Day]>
    }
    'content-insert': {
      row: { version: number }
      values: Sent<{ item: string; version: number; fromDay: Day; untilDay: Day; texts: string; href: string; names: readonly string[]; proposalId: string; madeAt: Date }>
    }
    'content-to-come': {
      row: { item: string; version: number; fromDay: Day; texts: ContentTexts | null }
      values: Sent<[Day]>
    }
    'content-versions-of': {
      row: { version: number; fromDay: Day; untilDay: Day | null; texts: ContentTexts | null; href: string | null; names: readonly string[] | null; proposalId: string }
      values: Sent<[string]>
    }
    'feedback-answer': {
      row: { feedback_id: string }
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'feedback-any-by-id': {
      row: { borrowerId: string; feedbackId: string; problemType: string; contentSealed: Buffer; imageKey: FileKey | null; imageType: 'image/jpeg' | 'image/png' | 'image/webp' | null; createdAt: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[string]>
    }
    'feedback-insert': {
      row: never
      values: Sent<{ borrowerId: string; feedbackId: string; problemType: string; contentSealed: Uint8Array; imageKey: string; imageType: string; createdAt: Date }>
    }
    'feedback-of-borrower': {
      row: { borrowerId: string; feedbackId: string; problemType: string; contentSealed: Buffer; imageKey: FileKey | null; imageType: 'image/jpeg' | 'image/png' | 'image/webp' | null; createdAt: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[string]>
    }
    'feedback-one': {
      row: { borrowerId: string; feedbackId: string; problemType: string; contentSealed: Buffer; imageKey: FileKey | null; imageType: 'image/jpeg' | 'image/png' | 'image/webp' | null; createdAt: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[string, string]>
    }
    'feedback-unanswered': {
      row: { borrowerId: string; feedbackId: string; problemType: string; contentSealed: Buffer; imageKey: FileKey | null; imageType: 'image/jpeg' | 'image/png' | 'image/webp' | null; createdAt: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[number]>
    }
    'feedback-waiting-page': {
      row: { borrowerId: string; feedbackId: string; problemType: string; contentSealed: Buffer; imageKey: FileKey | null; imageType: 'image/jpeg' | 'image/png' | 'image/webp' | null; createdAt: Date; answerSealed: Buffer | null; answeredAt: Date | null }
      values: Sent<[Date, string, number]>
    }
  }
}
