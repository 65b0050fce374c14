import type { BasisPoints, Paise } from '#domain/money.ts'

/*
 * Every constant and limit of the product, defined once, with its unit in its name and its source
 * above it. No other file may repeat one of these numbers.
 */

// Calls and pages: specification §7, §9
export const REQUEST_TIMEOUT_MS = 100_000
export const REDIRECT_AFTER_APPLY_MS = 300

// Sign-in: specification §5, §9
export const COUNTRY_CODE = '91'
export const PHONE_DIGITS = 10
export const LOGIN_CODE_DIGITS = 4
export const OTP_RESEND_SECONDS = 60

// Accounts of the lender's people: decision 93
export const NEW_ACCOUNT_DAYS = 7

// Protection of short codes: product §10
export const LOGIN_CODE_DIGITS_MAX = 6
export const LOGIN_CODE_TTL_SECONDS = 300
export const LOGIN_CODE_TRIES = 3
export const LOGIN_CODES_PER_DAY = 5
/** Ours: how soon to try again after a code that could not be sent. */
export const CODE_RETRY_SECONDS = 15
export const CONFIRM_CODE_DIGITS = 6
export const SESSION_TOKEN_BITS = 256

// Proof of work: decision 54. The zero bits with which each hash must begin, unless the configuration says otherwise.
export const WORK_BITS = 6
export const WORK_BITS_MAX = 12

// Identity: specification §4, §5, §9; the minimum age is the stricter of its two readings (product §9)
export const AADHAAR_DIGITS = 12
export const AADHAAR_DIGITS_KEPT = 4
export const AADHAAR_OTP_DIGITS = 6
export const PAN_CHARS = 10
export const MINIMUM_AGE_YEARS = 21

// Pictures: specification §5, §9. The side limit is ours: quality alone leaves large photographs over the size limit.
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_QUALITY = 0.5
export const IMAGE_MAX_SIDE_PIXELS = 2_000

// Dynamic forms: specification §3, §5, §9
export const NUMERIC_TEXT_MAX_DIGITS = 5
export const TEXT_ANSWER_MAX_CHARS = 100
export const DAY_OF_MONTH_FIRST = 1
export const DAY_OF_MONTH_LAST = 31

// Emergency contacts: specification §5, §9. The length of a name is ours: room for the longest real names.
export const CONTACT_PHONE_DIGITS = 10
export const CONTACT_NAME_MAX_CHARS = 60
export const CONTACT_MISSING_LISTED_MAX = 2

// Bank accounts: specification §2, §5, §9. Shorter accounts than six digits do not exist at Indian banks.
export const ACCOUNT_MIN_DIGITS = 6
export const ACCOUNT_MAX_DIGITS = 19
export const ACCOUNT_DIGITS_SHOWN = 4
export const IFSC_CHARS = 11
/** The bank's letters at the start of the code. */
export const IFSC_BANK_CHARS = 4
export const BANK_CARD_COLOURS = 4

// Money: specification §9, product §5
export const GST_BPS = 1_800 as BasisPoints
/**
 * The fixed period of a fee quote, which is the repayment interval of every product published here
 * (product §4).
 */
export const QUOTE_PERIOD_DAYS = 7
export const DAYS_PER_YEAR = 365
/** Repaying on the day of the payout still costs one day's interest (product §5). */
export const INTEREST_MIN_DAYS = 1

// Orders: specification §4, §9, product §6
/** The wait and the offer of a lender that has set no others (decision 75). */
export const REAPPLY_WAIT_DAYS = 15
export const OFFER_OPEN_WORKING_DAYS = 3
/** For how long the law binds the lender to an offer of a loan that runs for a week or more: regulation K2. */
export const OFFER_WORKING_DAYS_MIN = 3
export const OFFER_MIN_FROM_TENOR_DAYS = 7
/** The days after which a borrower's own limit becomes easier (decision 44). */
export const OWN_LIMIT_EASES_AFTER_DAYS = 7
/**
 * The shortest time in which a loan may be returned for its principal and interest alone: key
 * facts, RBI/2025-26/36.
 */
export const COOLING_OFF_MIN_DAYS = 1
/** A rupee: the least that payment pages accept. */
export const PART_PAYMENT_MIN = 100 as Paise
export const EXTENSION_DAYS = 7

// AutoPay: regulation 4.15. Above ₹15,000 RBI asks for the UPI PIN at each debit, and a debit would wait for it.
export const AUTOPAY_MAX = 15_000_00 as Paise
/** From the notice of a debit to the debit. */
export const DEBIT_NOTICE_HOURS = 24
/** Ours: the borrower opens the UPI app, or comes back for a new page. */
export const MANDATE_PAGE_MINUTES = 30
/** Ours: services report the end of a debit within a day and a half. */
export const DEBIT_ASKED_ABOUT_DAYS = 3
/**
 * The days for which money counts as under way after its payment was begun: by then a bank has to have
 * sent on what it took, or given it back (RBI/2019-20/67).
 */
export const UNDER_WAY_DAYS = 5
/** Ours: services confirm within seconds what is sent to them. */
export const MANDATE_CONFIRMED_MINUTES = 60
/** Ours: an extension moves the due days by a week. */
export const MANDATE_DAYS_AFTER_LAST_DUE = 10
export const EXTENSION_PAYMENT_HOURS = 24
/** By how many days a hardship plan may move the due days (decision 45). */
export const HARDSHIP_MOVES_DAYS = [7, 14, 21, 28] as const
/** The longest of them that the rules grant; a person decides on more. */
export const HARDSHIP_RULE_MAX_DAYS = 14

// Feedback: specification §5, §9
export const FEEDBACK_MAX_CHARS = 300

// App usage reports: ours. A batch stays below the size limit of a request.
export const TRACKED_BATCH_MAX = 50
export const TRACKED_VALUE_MAX_CHARS = 500

/** A reply of the lender's people to feedback or a complaint. */
export const REPLY_MAX_CHARS = 1_000
