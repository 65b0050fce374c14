import type { OptionalPurpose } from '#domain/privacy/consent.ts'
import type { MessageId } from '#words/catalogues.ts'

/** What each optional consent is called, and what exactly is agreed to. */
export const optionalTitles: Record<OptionalPurpose, MessageId> = {
  location: 'consent.question.location',
  tracking: 'consent.question.tracking',
  marketing: 'consent.question.marketing',
}
export const optionalTexts: Record<OptionalPurpose, MessageId> = {
  location: 'consent.location',
  tracking: 'consent.tracking',
  marketing: 'consent.marketing',
}
