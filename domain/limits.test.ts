import { expect, test } from 'vitest'
import * as limits from '#domain/limits.ts'

test('the limits in the specification are exactly these (§5, §9)', () => {
  expect(limits).toMatchObject({
    REQUEST_TIMEOUT_MS: 100_000,
    OTP_RESEND_SECONDS: 60,
    PHONE_DIGITS: 10,
    COUNTRY_CODE: '91',
    LOGIN_CODE_DIGITS: 4,
    AADHAAR_OTP_DIGITS: 6,
    AADHAAR_DIGITS: 12,
    PAN_CHARS: 10,
    CONTACT_PHONE_DIGITS: 10,
    ACCOUNT_MAX_DIGITS: 19,
    FEEDBACK_MAX_CHARS: 300,
    IMAGE_MAX_BYTES: 10_485_760,
    IMAGE_QUALITY: 0.5,
    QUOTE_PERIOD_DAYS: 7,
    REDIRECT_AFTER_APPLY_MS: 300,
    REAPPLY_WAIT_DAYS: 15,
    GST_BPS: 1_800,
    EXTENSION_DAYS: 7,
    EXTENSION_PAYMENT_HOURS: 24,
    MINIMUM_AGE_YEARS: 21,
    NUMERIC_TEXT_MAX_DIGITS: 5,
    DAY_OF_MONTH_FIRST: 1,
    DAY_OF_MONTH_LAST: 31,
    BANK_CARD_COLOURS: 4,
  })
})

test('the limits added by our decisions are exactly these (product §6, §10)', () => {
  expect(limits).toMatchObject({
    LOGIN_CODE_TTL_SECONDS: 300,
    LOGIN_CODE_TRIES: 3,
    LOGIN_CODES_PER_DAY: 5,
    CONFIRM_CODE_DIGITS: 6,
    OFFER_OPEN_WORKING_DAYS: 3,
    SESSION_TOKEN_BITS: 256,
  })
})
