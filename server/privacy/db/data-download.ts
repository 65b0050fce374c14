/**
 * The parts of a borrower's data download that no other page reads together: devices, pictures,
 * decisions, payments, messages, reported use.
 */
import type { Queryable } from '#server/platform/db/open.ts'
import { type Row, statement } from '#server/platform/db/statement.ts'

/** More rows than any borrower has; the file stays small enough for a phone to open. */
const ROWS_MAX = 1_000
const PICTURES_MAX = 20

const devices = statement(
  'download-devices',
  `SELECT first_seen_at AS at FROM device WHERE borrower_id = $1 ORDER BY first_seen_at LIMIT ${ROWS_MAX}`,
)
const passkeys = statement(
  'download-passkeys',
  `SELECT added_at AS at FROM passkey WHERE borrower_id = $1 ORDER BY added_at LIMIT ${ROWS_MAX}`,
)
const pictures = statement(
  'download-pictures',
  `SELECT 'pictures' AS "kind!", file_key AS "fileKey!", media_type AS "mediaType!", created_at AS "takenAt!" FROM document WHERE borrower_id = $1
   UNION ALL SELECT 'feedback', image_key, image_type, created_at FROM feedback WHERE borrower_id = $1 AND image_key IS NOT NULL
   ORDER BY 4 DESC LIMIT ${PICTURES_MAX}`,
)
const decisions = statement(
  'download-decisions',
  `SELECT o.order_no AS "orderNo", e.event, e.at, e.details->'facts' AS "facts!" FROM order_event e
   JOIN loan_order o ON o.borrower_id = e.borrower_id AND o.order_id = e.order_id
   WHERE e.borrower_id = $1 AND e.details ? 'facts' ORDER BY e.at LIMIT ${ROWS_MAX}`,
)
const payments = statement(
  'download-payments',
  `SELECT o.order_no AS "orderNo", r.amount, r.received_at AS at FROM payment_receipt r
   JOIN loan_order o ON o.borrower_id = r.borrower_id AND o.order_id = r.order_id
   WHERE r.borrower_id = $1 ORDER BY r.received_at LIMIT ${ROWS_MAX}`,
)
const messages = statement(
  'download-messages',
  `SELECT o.order_no AS "orderNo", m.kind, m.ended_at AS "at!", m.was_pushed AS "wasPushed!", m.was_texted AS "wasTexted!"
   FROM borrower_message m JOIN loan_order o ON o.borrower_id = m.borrower_id AND o.order_id = m.order_id
   WHERE m.borrower_id = $1 AND m.state = 'sent' ORDER BY m.ended_at LIMIT ${ROWS_MAX}`,
)
const mandates = statement(
  'download-mandates',
  `SELECT o.order_no AS "orderNo", m.state, m.cap, m.created_at AS at FROM mandate m
   JOIN loan_order o ON o.borrower_id = m.borrower_id AND o.order_id = m.order_id
   WHERE m.borrower_id = $1 ORDER BY m.created_at LIMIT ${ROWS_MAX}`,
)
const use = statement(
  'download-use',
  `SELECT event_id AS event, page_name AS page, value, happened_at AS at FROM tracked
   WHERE client_hash IN (SELECT client_hash FROM tracking_consent WHERE borrower_id = $1) ORDER BY happened_at DESC LIMIT ${ROWS_MAX}`,
)
const subscriptions = statement(
  'download-subscriptions',
  'SELECT created_at AS at, language FROM push_subscription WHERE borrower_id = $1 ORDER BY created_at',
)
const calendarLink = statement(
  'download-calendar',
  'SELECT created_at AS at, language FROM calendar_link WHERE borrower_id = $1',
)
const location = statement(
  'download-location',
  `SELECT location_sealed AS "sealed!", taken_at AS at FROM device_location WHERE borrower_id = $1 AND location_sealed IS NOT NULL`,
)
const since = statement(
  'download-account',
  'SELECT created_at AS at FROM borrower WHERE borrower_id = $1',
)

export type TakenPicture = Row<'download-pictures'>
export type SentMessage = Row<'download-messages'>

export const devicesOf = (db: Queryable, borrowerId: string) => db.query(devices, [borrowerId])
export const passkeysOf = (db: Queryable, borrowerId: string) => db.query(passkeys, [borrowerId])
export const picturesOf = (db: Queryable, borrowerId: string) => db.query(pictures, [borrowerId])
export const decisionsOf = (db: Queryable, borrowerId: string) => db.query(decisions, [borrowerId])
export const paymentsOf = (db: Queryable, borrowerId: string) => db.query(payments, [borrowerId])
export const messagesOf = (db: Queryable, borrowerId: string) => db.query(messages, [borrowerId])
export const mandatesOf = (db: Queryable, borrowerId: string) => db.query(mandates, [borrowerId])
export const reportedUseOf = (db: Queryable, borrowerId: string) => db.query(use, [borrowerId])
export const subscriptionsOf = (db: Queryable, borrowerId: string) =>
  db.query(subscriptions, [borrowerId])
export const calendarLinkOf = (db: Queryable, borrowerId: string) =>
  db.query(calendarLink, [borrowerId])
export const locationOf = (db: Queryable, borrowerId: string) => db.maybeOne(location, [borrowerId])
export const accountSince = (db: Queryable, borrowerId: string) => db.one(since, [borrowerId])
