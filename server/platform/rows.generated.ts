/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { AuditAction } from '#server/platform/audit/entries.ts'
import type { FileKey } from '#server/platform/files/store.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'audit-after': {
      row: { slot: number; number: number; actor: string; action: AuditAction; subject: string | null; at: Date; previous: string; keyId: string | null; seal: string }
      values: Sent<[number, number, number]>
    }
    'audit-count': {
      row: { total: number }
      values: readonly []
    }
    'audit-head': {
      row: { number: number; seal: string; keyId: string | null }
      values: Sent<[number]>
    }
    'audit-heads': {
      row: { slot: number; number: number; seal: string }
      values: Sent<[number]>
    }
    'audit-insert': {
      row: never
      values: Sent<{ slot: number; number: number; actor: string; action: string; subject: string; at: Date; previous: string; keyId: string; seal: string }>
    }
    'audit-latest-of': {
      row: { subject: string | null }
      values: Sent<[string, number]>
    }
    'audit-lock': {
      row: { slot: number }
      values: Sent<[number]>
    }
    'clock-advance': {
      row: { offset_ms: number }
      values: Sent<[number]>
    }
    'clock-offset': {
      row: { offset_ms: number }
      values: readonly []
    }
    'file-removal-ask': {
      row: never
      values: Sent<[readonly string[], Date]>
    }
    'file-removal-done': {
      row: never
      values: Sent<[readonly string[]]>
    }
    'file-removal-waiting': {
      row: { fileKey: FileKey }
      values: Sent<[number]>
    }
    'idempotency-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'idempotency-give-back-keys': {
      row: never
      values: Sent<[readonly string[], readonly string[]]>
    }
    'idempotency-store-answers': {
      row: never
      values: Sent<[readonly string[], readonly string[], readonly string[]]>
    }
    'idempotency-stored-answers': {
      row: { at: number; call: string; body_hash: Buffer; answer: unknown }
      values: Sent<[readonly string[], readonly string[]]>
    }
    'idempotency-take-keys': {
      row: { borrowerId: string; key: string }
      values: Sent<[readonly string[], readonly string[], readonly string[], readonly Uint8Array[] | string, readonly Date[]]>
    }
    'installation-forget-demonstration': {
      row: never
      values: readonly []
    }
    'installation-note': {
      row: never
      values: Sent<{ lender: string; demonstratedAt: Date; realSince: Date }>
    }
    'installation-read': {
      row: { lender: string | null; demonstratedAt: Date | null; realSince: Date | null }
      values: readonly []
    }
    'rate-window-add': {
      row: { bucket: string; count: number }
      values: Sent<[readonly string[], readonly number[], Date]>
    }
    'rate-window-count': {
      row: { bucket: string; count: number; resetsAt: Date }
      values: Sent<[string, number, Date]>
    }
    'rate-window-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'rate-window-restart': {
      row: never
      values: Sent<[string, number, Date]>
    }
    'rate-window-take-back': {
      row: never
      values: Sent<[string]>
    }
    'rate-window-uses': {
      row: { bucket: string; count: number }
      values: Sent<[readonly string[], Date]>
    }
    'record-key-destroy': {
      row: never
      values: Sent<[string]>
    }
    'record-key-insert': {
      row: never
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'record-key-newest': {
      row: { at: Date | null }
      values: Sent<[string]>
    }
    'record-key-one': {
      row: { keySealed: Buffer }
      values: Sent<[string, string]>
    }
    'verification-lock-borrower': {
      row: { one: number | null }
      values: Sent<[string]>
    }
    'verification-lock-free-borrower': {
      row: { id: string }
      values: Sent<[string]>
    }
    'write-probe': {
      row: never
      values: Sent<[string, Uint8Array]>
    }
  }
}
