/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { Language } from '#words/language.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'borrower-by-phone': {
      row: { borrowerId: string }
      values: Sent<[Uint8Array]>
    }
    'borrower-identity-verified': {
      row: { borrower_id: string }
      values: Sent<[string, Date]>
    }
    'borrower-insert': {
      row: never
      values: Sent<[string, Uint8Array, string, Date]>
    }
    'borrower-phone': {
      row: { phoneSealed: Buffer; phoneMasked: string }
      values: Sent<[string]>
    }
    'code-standing-charge': {
      row: never
      values: Sent<[string, number, number, number, Date]>
    }
    'code-standing-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'code-standing-lock': {
      row: { scope: string; credit: number; rights: number; strikes: number; struckAt: Date | null; changedAt: Date }
      values: Sent<[readonly string[], readonly number[], Date]>
    }
    'code-standing-read': {
      row: { scope: string; credit: number; rights: number; strikes: number; struckAt: Date | null; changedAt: Date }
      values: Sent<[readonly string[]]>
    }
    'code-standing-save': {
      row: never
      values: Sent<{ credit: number; rights: number; strikes: number; struckAt: Date; changedAt: Date; scope: string }>
    }
    'confirm-code-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'confirm-code-save': {
      row: never
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'confirm-code-try': {
      row: { codeHash: Buffer; expiresAt: Date }
      values: Sent<[string, string, number]>
    }
    'confirm-code-use': {
      row: { tries: number }
      values: Sent<[string, string, Uint8Array]>
    }
    'consent-ledger': {
      row: { purpose: 'agreement' | 'basic' | 'work' | 'identity' | 'face' | 'contacts' | 'bank-account' | 'location' | 'marketing' | 'tracking' | 'autopay'; textVersion: string; language: Language; givenAt: Date; withdrawnAt: Date | null }
      values: Sent<[string]>
    }
    'consent-record': {
      row: never
      values: Sent<{ borrowerId: string; consentId: string; purpose: string; textVersion: string; language: string; at: Date; round: number }>
    }
    'consent-refusal-forget': {
      row: never
      values: Sent<[string, string, string]>
    }
    'consent-refusals': {
      row: { purpose: 'location' | 'marketing' | 'tracking'; textVersion: string }
      values: Sent<[string]>
    }
    'consent-refuse': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'consent-round': {
      row: { round: number }
      values: Sent<[string, string, string]>
    }
    'consent-standing': {
      row: { purpose: 'agreement' | 'basic' | 'work' | 'identity' | 'face' | 'contacts' | 'bank-account' | 'location' | 'marketing' | 'tracking' | 'autopay'; textVersion: string; language: Language; givenAt: Date; withdrawnAt: Date | null }
      values: Sent<[string]>
    }
    'consent-withdraw': {
      row: { consent_id: string }
      values: Sent<[string, readonly string[], Date]>
    }
    'device-become-known': {
      row: never
      values: Sent<[string, string, Date, string, string]>
    }
    'device-end-sessions': {
      row: { sessionId: string; tokenHash: Buffer | null }
      values: Sent<[string, string]>
    }
    'device-forget': {
      row: never
      values: Sent<[string, string]>
    }
    'device-known': {
      row: { cookieHash: Buffer }
      values: Sent<[string, readonly Uint8Array[] | string]>
    }
    'device-list': {
      row: { deviceId: string; firstSeenAt: Date; isKnown: boolean; isApp: boolean; lastUsedAt: Date | null }
      values: Sent<[string, Date, Date]>
    }
    'device-list-known': {
      row: { deviceId: string }
      values: Sent<[string]>
    }
    'device-own': {
      row: { cookieHash: Buffer }
      values: Sent<[string, readonly Uint8Array[] | string]>
    }
    'device-remember': {
      row: { deviceId: string }
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'exchange-code-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'exchange-code-insert': {
      row: never
      values: Sent<{ codeHash: Uint8Array; borrowerId: string; sessionId: string; expiresAt: Date }>
    }
    'exchange-code-session': {
      row: { keyHash: Buffer }
      values: Sent<[string, string, Date, Date]>
    }
    'exchange-code-use': {
      row: { borrowerId: string; sessionId: string | null; expiresAt: Date }
      values: Sent<[Uint8Array]>
    }
    'login-challenge-digits': {
      row: { digits: number | null }
      values: Sent<[Uint8Array, Uint8Array, number, Date]>
    }
    'login-challenge-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'login-challenge-save': {
      row: never
      values: Sent<{ phoneHash: Uint8Array; challengeHash: Uint8Array; isOfKnownDevice: boolean; codeHash: Uint8Array; expiresAt: Date; digits: number }>
    }
    'login-challenge-try': {
      row: { codeHash: Buffer; tries: number; expiresAt: Date; digits: number | null }
      values: Sent<[Uint8Array, Uint8Array]>
    }
    'login-challenge-use': {
      row: { tries: number }
      values: Sent<[Uint8Array, Uint8Array]>
    }
    'partner-nonce-claim': {
      row: { nonce: string }
      values: Sent<[string, string, Date]>
    }
    'partner-nonce-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'passkey-any': {
      row: { has: boolean }
      values: Sent<[string]>
    }
    'passkey-by-credential': {
      row: { passkeyId: string; publicKey: Buffer; signCount: number }
      values: Sent<[string, Uint8Array]>
    }
    'passkey-challenge-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'passkey-challenge-save': {
      row: never
      values: Sent<[Uint8Array, Uint8Array, Date]>
    }
    'passkey-challenge-use': {
      row: { challenge: Buffer; expiresAt: Date }
      values: Sent<[Uint8Array]>
    }
    'passkey-delete': {
      row: { passkey_id: string }
      values: Sent<[string, string]>
    }
    'passkey-end-sessions': {
      row: { sessionId: string; tokenHash: Buffer | null }
      values: Sent<[string, string, string]>
    }
    'passkey-forget-devices': {
      row: never
      values: Sent<[string, string]>
    }
    'passkey-insert': {
      row: { passkey_id: string }
      values: Sent<{ borrowerId: string; passkeyId: string; deviceId: string; credentialId: Uint8Array; publicKey: Uint8Array; signCount: number; isSynced: boolean; at: Date }>
    }
    'passkey-list': {
      row: { passkeyId: string; credentialId: Buffer; addedAt: Date; lastUsedAt: Date | null; isSynced: boolean; isOfThisDevice: boolean }
      values: Sent<[string, string]>
    }
    'passkey-used': {
      row: never
      values: Sent<[string, string, number, Date]>
    }
    'phone-lookup-claim': {
      row: { borrower_id: string }
      values: Sent<[Uint8Array, string]>
    }
    'session-by-tokens': {
      row: { at: number; borrowerId: string; sessionId: string; deviceId: string; cookieHash: Buffer; boundTo: 'cookie' | 'key' | 'device'; isAppUser: boolean; isToBeNoted: boolean; isIdentityVerified: boolean; isDeviceKnown: boolean }
      values: Sent<{ notedSince: Date; borrowerIds: readonly string[]; tokenHashes: readonly Uint8Array[] | string; sessionIds: readonly string[]; among: readonly string[]; createdSince: Date; seenSince: Date }>
    }
    'session-end': {
      row: { sessionId: string; tokenHash: Buffer | null }
      values: Sent<[string, string]>
    }
    'session-forget': {
      row: { one: number | null }
      values: Sent<[Date, Date]>
    }
    'session-insert': {
      row: never
      values: Sent<{ borrowerId: string; sessionId: string; deviceId: string; tokenHash: string; cookieHash: Uint8Array; at: Date; boundTo: string; isAppUser: boolean; provedAt: Date }>
    }
    'session-live-of-borrower': {
      row: { sessionId: string; createdAt: Date }
      values: Sent<[string, Date, Date]>
    }
    'session-look-up': {
      row: { tokenHash: string; borrowerId: string; sessionId: string }
      values: Sent<[readonly Uint8Array[] | string]>
    }
    'session-lookup-insert': {
      row: never
      values: Sent<[string, string, string]>
    }
    'session-lookup-remove': {
      row: never
      values: Sent<[readonly Uint8Array[] | string]>
    }
    'session-lookup-remove-by-session': {
      row: never
      values: Sent<[string, readonly string[]]>
    }
    'session-prove': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'session-proved-at': {
      row: { provedAt: Date | null }
      values: Sent<[string, string]>
    }
    'session-touch': {
      row: never
      values: Sent<[string, string, Date]>
    }
  }
}
