/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { CardDoubt, CardKind } from '#domain/identity/card.ts'
import type { FileKey } from '#server/platform/files/store.ts'
import type { Ifsc } from '#domain/identity/bank-account.ts'
import type { Language } from '#words/language.ts'
import type { LookReason } from '#domain/identity/face.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'aadhaar-otp-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'aadhaar-otp-last-sent': {
      row: { sentAt: Date | null }
      values: Sent<[string]>
    }
    'aadhaar-otp-reserve': {
      row: never
      values: Sent<[string, string, Uint8Array, Date, Date]>
    }
    'aadhaar-otp-settle': {
      row: never
      values: Sent<[string, string, string]>
    }
    'aadhaar-otp-take-try': {
      row: { otpId: string; providerRef: string }
      values: Sent<[string, Uint8Array, Date, number]>
    }
    'aadhaar-otp-use': {
      row: { otpId: string }
      values: Sent<[string, string, Date]>
    }
    'bank-card-all-sealed': {
      row: { id: string; ifsc: Ifsc; lastFour: string; nameCheck: 'passed' | 'needs-a-look' | 'denied'; directoryBank: string | null; accountSealed: Buffer; nameAtBankSealed: Buffer }
      values: Sent<[string]>
    }
    'bank-card-insert': {
      row: never
      values: Sent<{ borrowerId: string; id: string; ifsc: string; accountHash: Uint8Array; accountSealed: Uint8Array; lastFour: string; nameAtBankSealed: Uint8Array; namesAgree: string; nameCheck: string; addedAt: Date }>
    }
    'bank-card-of-borrower': {
      row: { id: string; ifsc: Ifsc; lastFour: string; nameCheck: 'passed' | 'needs-a-look' | 'denied'; directoryBank: string | null }
      values: Sent<[string]>
    }
    'bank-card-remove-denied': {
      row: never
      values: Sent<[string, Uint8Array]>
    }
    'bank-card-room': {
      row: { count: number; isKnown: boolean }
      values: Sent<[string, Uint8Array]>
    }
    'bank-card-sealed': {
      row: { id: string; ifsc: Ifsc; lastFour: string; nameCheck: 'passed' | 'needs-a-look' | 'denied'; directoryBank: string | null; accountSealed: Buffer; nameAtBankSealed: Buffer }
      values: Sent<[string, string]>
    }
    'bank-card-settle-name': {
      row: never
      values: Sent<[string, string, string]>
    }
    'bank-card-summaries': {
      row: { at: number; id: string; ifsc: Ifsc; lastFour: string; nameCheck: 'passed' | 'needs-a-look' | 'denied'; directoryBank: string | null }
      values: Sent<[readonly string[], readonly string[]]>
    }
    'bank-code-edition': {
      row: { edition: string | null }
      values: readonly []
    }
    'bank-code-forget': {
      row: { code: string }
      values: Sent<[string]>
    }
    'bank-code-import': {
      row: never
      values: Sent<[string, string]>
    }
    'bank-code-of': {
      row: { hasList: boolean; hasBranch: boolean; name: string | null; successorCode: string | null; successorName: string | null }
      values: Sent<[string]>
    }
    'card-reading-begin': {
      row: never
      values: Sent<[string, string, string, Date]>
    }
    'card-reading-end': {
      row: { readingId: string }
      values: Sent<{ state: string; why: string; fieldsSealed: Uint8Array; aadhaarHash: Uint8Array; aadhaarLastFour: string; at: Date; borrowerId: string; kind: string; readingId: string }>
    }
    'card-reading-forget': {
      row: never
      values: Sent<[string]>
    }
    'card-reading-forget-old': {
      row: { fileKey: FileKey }
      values: Sent<[Date]>
    }
    'card-reading-of-borrower': {
      row: { readingId: string; kind: CardKind; state: 'reading' | 'read' | 'unclear'; why: 'not-legible' | 'not-this-card' | 'interrupted' | null; progress: number; fieldsSealed: Buffer | null; aadhaarHash: Buffer | null; aadhaarLastFour: string | null; heardOfAt: Date }
      values: Sent<[string]>
    }
    'card-reading-progress': {
      row: never
      values: Sent<[string, string, string, number, Date]>
    }
    'contact-link-forget': {
      row: { one: number | null }
      values: Sent<[Date]>
    }
    'contact-link-insert': {
      row: never
      values: Sent<[Uint8Array, string, string, Date]>
    }
    'contact-link-notice': {
      row: { borrowerId: string; noticeId: string }
      values: Sent<[Uint8Array, Date]>
    }
    'contact-link-remove': {
      row: never
      values: Sent<[readonly Uint8Array[] | string]>
    }
    'contact-notice-claim': {
      row: { notice_id: string }
      values: Sent<[string, string, Date, Date]>
    }
    'contact-notice-declined': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'contact-notice-insert': {
      row: never
      values: Sent<[string, string, number, Uint8Array, string, Date]>
    }
    'contact-notice-locked': {
      row: { borrowerId: string; noticeId: string; slot: number; mobileHash: Buffer; language: Language; state: 'waiting' | 'sent' | 'declined'; namedAt: Date }
      values: Sent<[string, string]>
    }
    'contact-notice-move': {
      row: never
      values: Sent<[string, string, number]>
    }
    'contact-notice-of-borrower': {
      row: { borrowerId: string; noticeId: string; slot: number; mobileHash: Buffer; language: Language; state: 'waiting' | 'sent' | 'declined'; namedAt: Date }
      values: Sent<[string]>
    }
    'contact-notice-one': {
      row: { borrowerId: string; noticeId: string; slot: number; mobileHash: Buffer; language: Language; state: 'waiting' | 'sent' | 'declined'; namedAt: Date }
      values: Sent<[string, string]>
    }
    'contact-notice-remove': {
      row: never
      values: Sent<[string, readonly string[]]>
    }
    'contact-notice-sent': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'contact-notice-waiting': {
      row: { borrowerId: string; noticeId: string }
      values: Sent<[Date, number]>
    }
    'contact-of-borrower': {
      row: { slot: number; sealed: Buffer }
      values: Sent<[string]>
    }
    'contact-remove': {
      row: never
      values: Sent<[string, number]>
    }
    'contact-save': {
      row: never
      values: Sent<[string, readonly number[], readonly Uint8Array[] | string, Date]>
    }
    'digilocker-end': {
      row: { request_id: string }
      values: Sent<[string, string, string, Date]>
    }
    'digilocker-insert': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'digilocker-latest': {
      row: { id: string; state: 'open' | 'shared' | 'declined' | 'expired' }
      values: Sent<[string]>
    }
    'directory-about': {
      row: { source: 'box' | 'import'; isComplete: boolean; importedAt: Date; edition: string | null; upTo: string | null }
      values: readonly []
    }
    'directory-banks': {
      row: { id: string; bankName: string; isPart: boolean }
      values: readonly []
    }
    'directory-branch': {
      row: { bank: string; name: string; city: string; state: string }
      values: Sent<[string]>
    }
    'directory-branches': {
      row: { id: string; branch: string; ifsc: string }
      values: Sent<[string]>
    }
    'directory-bundled-advance': {
      row: { id: number }
      values: Sent<[string, string, string]>
    }
    'directory-bundled-banks': {
      row: never
      values: Sent<[readonly string[], readonly string[]]>
    }
    'directory-bundled-begin': {
      row: never
      values: Sent<[string, Date]>
    }
    'directory-bundled-finish': {
      row: never
      values: Sent<[Date]>
    }
    'directory-cities': {
      row: { id: string; city: string }
      values: Sent<[string]>
    }
    'directory-import-bank': {
      row: never
      values: Sent<[string]>
    }
    'directory-import-begin': {
      row: never
      values: Sent<[boolean, Date]>
    }
    'directory-import-branch': {
      row: never
      values: Sent<[string, string]>
    }
    'directory-import-city': {
      row: never
      values: Sent<[string]>
    }
    'directory-import-forget-bank': {
      row: { bank_id: string }
      values: Sent<[string]>
    }
    'directory-import-forget-bank_city': {
      row: { city_id: string }
      values: Sent<[string]>
    }
    'directory-import-forget-bank_state': {
      row: { state_id: string }
      values: Sent<[string]>
    }
    'directory-import-forget-branches': {
      row: { ifsc: string }
      values: Sent<[string]>
    }
    'directory-import-state': {
      row: never
      values: Sent<[string]>
    }
    'directory-states': {
      row: { id: string; state: string }
      values: Sent<[string]>
    }
    'document-card-to-look-at': {
      row: { isWaiting: boolean }
      values: Sent<[string]>
    }
    'document-delete-of-kind': {
      row: { fileKey: FileKey }
      values: Sent<[string, string]>
    }
    'document-delete-other-faces': {
      row: { fileKey: FileKey }
      values: Sent<[string, string]>
    }
    'document-insert': {
      row: never
      values: Sent<{ borrowerId: string; documentId: string; kind: string; mediaType: string; sizeBytes: number; widthPixels: number; heightPixels: number; fileKey: string; checkResult: string; checkScore: number; createdAt: Date; lookReasons: readonly string[]; likenessScore: number }>
    }
    'document-latest-cards': {
      row: { documentId: string; kind: 'aadhaar-front' | 'pan'; fileKey: FileKey; checkResult: 'passed' | 'needs-a-look'; doubts: readonly CardDoubt[]; valuesSealed: Buffer | null }
      values: Sent<[string]>
    }
    'document-latest-face': {
      row: { documentId: string; fileKey: FileKey; checkResult: 'passed' | 'needs-a-look'; lookReasons: readonly LookReason[]; checkScore: number; likenessScore: number | null; createdAt: Date; settledAt: Date | null }
      values: Sent<[string, string]>
    }
    'document-pass-cards': {
      row: never
      values: Sent<[string]>
    }
    'document-settle-cards': {
      row: never
      values: Sent<{ result: string; doubts: readonly string[]; valuesSealed: Uint8Array; borrowerId: string; documentId: string }>
    }
    'document-settle-face': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'erase-aadhaar-otp': {
      row: never
      values: Sent<[string]>
    }
    'erase-aadhaar-owner': {
      row: never
      values: Sent<[string]>
    }
    'erase-application-question': {
      row: never
      values: Sent<[string]>
    }
    'erase-base-info': {
      row: never
      values: Sent<[string]>
    }
    'erase-borrower': {
      row: never
      values: Sent<[string, Date]>
    }
    'erase-borrower-message': {
      row: never
      values: Sent<[string]>
    }
    'erase-calendar-link': {
      row: never
      values: Sent<[string]>
    }
    'erase-card-reading': {
      row: never
      values: Sent<[string]>
    }
    'erase-collection-note': {
      row: never
      values: Sent<[string]>
    }
    'erase-complaint': {
      row: never
      values: Sent<[string]>
    }
    'erase-confirm-code': {
      row: never
      values: Sent<[string]>
    }
    'erase-consent-refusal': {
      row: never
      values: Sent<[string]>
    }
    'erase-consents-end': {
      row: never
      values: Sent<[string, Date]>
    }
    'erase-contact-link': {
      row: never
      values: Sent<[string]>
    }
    'erase-contact-notice': {
      row: never
      values: Sent<[string]>
    }
    'erase-declined-notices': {
      row: never
      values: Sent<[string]>
    }
    'erase-device': {
      row: never
      values: Sent<[string]>
    }
    'erase-device-location': {
      row: never
      values: Sent<[string]>
    }
    'erase-digilocker-request': {
      row: never
      values: Sent<[string]>
    }
    'erase-document': {
      row: { fileKey: FileKey }
      values: Sent<[string]>
    }
    'erase-emergency-contact': {
      row: never
      values: Sent<[string]>
    }
    'erase-exchange-code': {
      row: never
      values: Sent<[string]>
    }
    'erase-face-result': {
      row: never
      values: Sent<[string]>
    }
    'erase-face-review': {
      row: never
      values: Sent<[string]>
    }
    'erase-feedback': {
      row: { fileKey: FileKey | null }
      values: Sent<[string]>
    }
    'erase-idempotency-key': {
      row: never
      values: Sent<[string]>
    }
    'erase-identity': {
      row: never
      values: Sent<[string]>
    }
    'erase-identity-page': {
      row: never
      values: Sent<[string]>
    }
    'erase-kept-record': {
      row: never
      values: Sent<[string]>
    }
    'erase-loan-document-content': {
      row: never
      values: Sent<[string]>
    }
    'erase-names-of-accounts': {
      row: never
      values: Sent<[string]>
    }
    'erase-names-of-identity': {
      row: never
      values: Sent<[string]>
    }
    'erase-own-limit': {
      row: never
      values: Sent<[string]>
    }
    'erase-pan-owner': {
      row: never
      values: Sent<[string]>
    }
    'erase-passkey': {
      row: never
      values: Sent<[string]>
    }
    'erase-phone-lookup': {
      row: never
      values: Sent<[string]>
    }
    'erase-push-endpoint': {
      row: never
      values: Sent<[string]>
    }
    'erase-push-subscription': {
      row: never
      values: Sent<[string]>
    }
    'erase-reminder-wish': {
      row: never
      values: Sent<[string]>
    }
    'erase-session': {
      row: never
      values: Sent<[string]>
    }
    'erase-session-lookup': {
      row: never
      values: Sent<[string]>
    }
    'erase-staff-note': {
      row: never
      values: Sent<[string]>
    }
    'erase-step-basic': {
      row: never
      values: Sent<[string]>
    }
    'erase-step-contacts': {
      row: never
      values: Sent<[string]>
    }
    'erase-step-face': {
      row: never
      values: Sent<[string]>
    }
    'erase-step-identity': {
      row: never
      values: Sent<[string]>
    }
    'erase-step-work': {
      row: never
      values: Sent<[string]>
    }
    'erase-unused-cards': {
      row: never
      values: Sent<[string]>
    }
    'erase-used-cards': {
      row: never
      values: Sent<[string, Date]>
    }
    'erase-waiting-names': {
      row: never
      values: Sent<[string]>
    }
    'erase-waiting-reviews': {
      row: never
      values: Sent<[string]>
    }
    'erase-work-info': {
      row: never
      values: Sent<[string]>
    }
    'face-review-ask': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'face-review-ask-cards': {
      row: never
      values: Sent<[string, Date]>
    }
    'face-review-last-denial': {
      row: { statedReason: string }
      values: Sent<[string]>
    }
    'face-review-settle': {
      row: { one: number | null }
      values: Sent<[string, string, Date, string, string, string]>
    }
    'face-review-settled-cards': {
      row: { outcome: 'passed' | 'denied'; settledAt: Date; settledBy: string | null }
      values: Sent<[string]>
    }
    'face-review-waiting': {
      row: { borrowerId: string; documentId: string; what: 'face' | 'cards'; askedAt: Date; fileKey: FileKey; lookReasons: readonly LookReason[]; doubts: readonly CardDoubt[]; checkScore: number; likenessScore: number | null }
      values: Sent<[string]>
    }
    'face-reviews-waiting': {
      row: { borrowerId: string; documentId: string; what: 'face' | 'cards'; askedAt: Date; fileKey: FileKey; lookReasons: readonly LookReason[]; doubts: readonly CardDoubt[]; checkScore: number; likenessScore: number | null }
      values: Sent<[string, number]>
    }
    'identity-aadhaar-owner': {
      row: { id: string }
      values: Sent<[Uint8Array]>
    }
    'identity-claim-aadhaar': {
      row: { id: string }
      values: Sent<[Uint8Array, string]>
    }
    'identity-claim-pan': {
      row: { id: string }
      values: Sent<[Uint8Array, string]>
    }
    'identity-forget-face': {
      row: never
      values: Sent<[string]>
    }
    'identity-hash-name': {
      row: never
      values: Sent<[string, Uint8Array, Uint8Array]>
    }
    'identity-move-aadhaar': {
      row: never
      values: Sent<[Uint8Array, string]>
    }
    'identity-move-pan': {
      row: never
      values: Sent<[Uint8Array, string]>
    }
    'identity-of-borrower': {
      row: { aadhaarHash: Buffer; aadhaarLastFour: string; personHash: Buffer | null; detailsSealed: Buffer; panHash: Buffer | null; namesAgree: 'same' | 'close' | 'different' | null; numbersCheck: 'passed' | 'needs-a-look' | null; panVerifiedAt: Date | null; faceCheck: 'passed' | 'needs-a-look' | null }
      values: Sent<[string]>
    }
    'identity-page-choose': {
      row: never
      values: Sent<[string, number, Date]>
    }
    'identity-page-of': {
      row: { kycPageType: 1 | 2 }
      values: Sent<[string]>
    }
    'identity-pan-owner': {
      row: { id: string }
      values: Sent<[Uint8Array]>
    }
    'identity-pass-face': {
      row: never
      values: Sent<[string]>
    }
    'identity-register-answer': {
      row: { aadhaarProof: 'otp' | 'code' | 'digilocker' | 'card'; namesAgree: 'same' | 'close' | 'different' | null; panVerifiedAt: Date | null }
      values: Sent<[string]>
    }
    'identity-release-aadhaar': {
      row: never
      values: Sent<[Uint8Array, string]>
    }
    'identity-save-aadhaar': {
      row: never
      values: Sent<{ borrowerId: string; proof: string; hash: Uint8Array; personHash: Uint8Array; lastFour: string; detailsSealed: Uint8Array; nameHash: Uint8Array; at: Date }>
    }
    'identity-save-cards': {
      row: never
      values: Sent<[string, string]>
    }
    'identity-save-face': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'identity-save-numbers': {
      row: { one: number | null }
      values: Sent<[string, string]>
    }
    'identity-save-pan': {
      row: never
      values: Sent<{ hash: Uint8Array; panSealed: Uint8Array; nameSealed: Uint8Array; namesAgree: string; numbersCheck: string; at: Date; borrowerId: string }>
    }
    'identity-sealed-pan': {
      row: { panSealed: Buffer; nameSealed: Buffer }
      values: Sent<[string]>
    }
    'identity-without-name-hash': {
      row: { borrowerId: string; detailsSealed: Buffer }
      values: Sent<[string, number]>
    }
    'name-review-ask': {
      row: never
      values: Sent<[string, string, string, string, Date]>
    }
    'name-review-denials': {
      row: { subjectId: string; statedReason: string }
      values: Sent<[string]>
    }
    'name-review-pass-waiting': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'name-review-settle': {
      row: { one: number | null }
      values: Sent<[string, string, Date, string, string, string]>
    }
    'name-review-waiting': {
      row: { borrowerId: string; reviewId: string; what: 'identity' | 'bank-account'; subjectId: string; askedAt: Date }
      values: Sent<[string]>
    }
    'name-reviews-waiting': {
      row: { borrowerId: string; reviewId: string; what: 'identity' | 'bank-account'; subjectId: string; askedAt: Date }
      values: Sent<[number]>
    }
    'tracking-consent-end': {
      row: never
      values: Sent<[string]>
    }
    'verification-form-answers': {
      row: { answersSealed: Buffer }
      values: Sent<[string, string]>
    }
    'verification-mark-step-done': {
      row: never
      values: Sent<[string, string, Date]>
    }
    'verification-mark-step-undone': {
      row: never
      values: Sent<[string, string]>
    }
    'verification-save-form-answers': {
      row: never
      values: Sent<[string, string, Uint8Array, Date]>
    }
    'verification-steps-done': {
      row: { borrowerId: string; step: 'basic' | 'work' | 'identity' | 'face' | 'contacts' }
      values: Sent<[readonly string[]]>
    }
  }
}
