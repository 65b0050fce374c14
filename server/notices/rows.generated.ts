/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { Day } from '#domain/day.ts'
import type { Language } from '#words/language.ts'
import type { Sent } from '#server/platform/db/statement.ts'
import type { StoredKind } from '#server/notices/kinds.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'message-claim': {
      row: { message_id: string }
      values: Sent<[string, string]>
    }
    'message-end': {
      row: never
      values: Sent<[string, string, string, Date, boolean, boolean]>
    }
    'message-insert': {
      row: { message_id: string }
      values: Sent<{ borrowerId: string; messageId: string; orderId: string; kind: string; occasion: string; noticeDay: Day; amount: number; instalment: number; dueDay: Day; step: number; keepsHours: boolean; at: Date }>
    }
    'message-one': {
      row: { borrowerId: string; messageId: string; orderId: string; kind: StoredKind; occasion: string; noticeDay: Day; keepsHours: boolean; state: 'waiting' | 'sending' | 'sent' | 'dropped'; notedAt: Date; amount: number | null; instalment: number | null; dueDay: Day | null; step: number | null }
      values: Sent<[string, string]>
    }
    'message-release': {
      row: never
      values: Sent<[string, string]>
    }
    'message-waiting': {
      row: { borrowerId: string; messageId: string }
      values: Sent<[Date, number]>
    }
    'push-endpoint-claim': {
      row: never
      values: Sent<[Uint8Array, string]>
    }
    'push-endpoint-owner': {
      row: { borrowerId: string }
      values: Sent<[Uint8Array]>
    }
    'push-insert': {
      row: never
      values: Sent<{ borrowerId: string; subscriptionId: string; deviceId: string; endpointHash: Uint8Array; subscriptionSealed: Uint8Array; language: string; createdAt: Date }>
    }
    'push-of-borrower': {
      row: { subscriptionId: string; endpointHash: Buffer; subscriptionSealed: Buffer; language: Language }
      values: Sent<[string]>
    }
    'push-release': {
      row: never
      values: Sent<[readonly Uint8Array[] | string, string]>
    }
    'push-remove': {
      row: never
      values: Sent<[string, Uint8Array]>
    }
    'push-remove-of-devices': {
      row: { endpointHash: Buffer }
      values: Sent<[string, string]>
    }
    'push-remove-surplus': {
      row: { endpointHash: Buffer }
      values: Sent<[string]>
    }
  }
}
