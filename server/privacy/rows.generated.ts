/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { DataKind } from '#domain/privacy/retention.ts'
import type { Day } from '#domain/day.ts'
import type { EncryptedFacts } from '#server/platform/db/record-key.ts'
import type { FileKey } from '#server/platform/files/store.ts'
import type { Language } from '#words/language.ts'
import type { Paise } from '#domain/money.ts'
import type { Sent } from '#server/platform/db/statement.ts'
import type { StoredKind } from '#server/notices/kinds.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'device-location-forget': {
      row: never
      values: Sent<[string]>
    }
    'device-location-keep': {
      row: never
      values: Sent<[string, Uint8Array, Date]>
    }
    'device-location-taken': {
      row: { takenAt: Date }
      values: Sent<[string]>
    }
    'download-account': {
      row: { at: Date }
      values: Sent<[string]>
    }
    'download-calendar': {
      row: { at: Date; language: Language }
      values: Sent<[string]>
    }
    'download-decisions': {
      row: { orderNo: string; event: string; at: Date; facts: EncryptedFacts }
      values: Sent<[string]>
    }
    'download-devices': {
      row: { at: Date }
      values: Sent<[string]>
    }
    'download-location': {
      row: { sealed: Buffer; at: Date }
      values: Sent<[string]>
    }
    'download-mandates': {
      row: { orderNo: string; state: 'asked' | 'active' | 'paused' | 'revoked' | 'refused' | 'ended'; cap: Paise; at: Date }
      values: Sent<[string]>
    }
    'download-messages': {
      row: { orderNo: string; kind: StoredKind; at: Date; wasPushed: boolean; wasTexted: boolean }
      values: Sent<[string]>
    }
    'download-passkeys': {
      row: { at: Date }
      values: Sent<[string]>
    }
    'download-payments': {
      row: { orderNo: string; amount: number; at: Date }
      values: Sent<[string]>
    }
    'download-pictures': {
      row: { kind: 'pictures' | 'feedback'; fileKey: FileKey; mediaType: string; takenAt: Date }
      values: Sent<[string]>
    }
    'download-subscriptions': {
      row: { at: Date; language: Language }
      values: Sent<[string]>
    }
    'download-use': {
      row: { event: string; page: string | null; value: string | null; at: Date }
      values: Sent<[string]>
    }
    'own-data-held': {
      row: { kind: DataKind; since: Date; newest: Date }
      values: Sent<[string]>
    }
    'own-data-keep-record': {
      row: never
      values: Sent<[string, string, Uint8Array, Date, Day]>
    }
    'own-data-kept-records': {
      row: { recordId: string; recordSealed: Buffer; law: 'pmla'; keptSince: Date; keptUntil: Day }
      values: Sent<[string]>
    }
    'relationship-orders': {
      row: { state: 'auditing' | 'pass' | 'denied' | 'lending' | 'failed' | 'loaned' | 'settled' | 'overdue' | 'cancelled' | 'extension'; lentOn: Day | null; deniedAt: Date | null; reapplyWaitDays: number; lastAt: Date }
      values: Sent<[string]>
    }
    'retention-due': {
      row: { borrowerId: string }
      values: Sent<[Day, number]>
    }
    'retention-erasure-asked': {
      row: never
      values: Sent<[string, Date]>
    }
    'retention-feedback': {
      row: { fileKey: FileKey | null }
      values: Sent<[Date]>
    }
    'retention-kept-records': {
      row: { one: number | null }
      values: Sent<[Day]>
    }
    'retention-locations': {
      row: never
      values: Sent<[Date]>
    }
    'retention-reviewed': {
      row: never
      values: Sent<[string, Day]>
    }
    'retention-standing': {
      row: { erasureAskedAt: Date | null; hasSession: boolean }
      values: Sent<[string, Day]>
    }
    'tracked-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'tracked-insert': {
      row: { event_id: string }
      values: Sent<[string, Uint8Array, Date]>
    }
    'tracking-consent-give': {
      row: never
      values: Sent<[Uint8Array, string]>
    }
    'tracking-consent-of-client': {
      row: { borrower_id: string }
      values: Sent<[Uint8Array]>
    }
  }
}
