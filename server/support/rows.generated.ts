/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { FileKey } from '#server/platform/files/store.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'feedback-answer': {
      row: { feedback_id: string }
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'feedback-by-id': {
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
      values: readonly []
    }
  }
}
