/**
 * Reads a card: uploaded, queued, read, masked, and stored until the borrower has confirmed it
 * (specification §4, "Upload variant").
 */

import type { Output } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import type { Upload } from '#contract/wire.ts'
import type { Day } from '#domain/day.ts'
import { CARD_KEYS, type CardKey, type CardKind } from '#domain/identity/card.ts'
import { type AadhaarNumber, maskedAadhaar, type PersonalPan } from '#domain/identity/identity.ts'
import { AADHAAR_DIGITS_KEPT } from '#domain/limits.ts'
import { aadhaarHash } from '#server/identity/aadhaar.ts'
import {
  beginReading,
  endReading,
  noteProgress,
  type ReadingEnd,
  type ReadingKey,
  type ReadingRow,
  readingsOf,
} from '#server/identity/db/card-reading.ts'
import { deletePictures, insertPicture } from '#server/identity/db/document.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { decryptJson, encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Store } from '#server/platform/db/store.ts'
import { blackedOut } from '#server/platform/files/blacked-out.ts'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import { fileKey } from '#server/platform/files/store.ts'
import { takePicture } from '#server/platform/files/take-picture.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import type {
  AadhaarFront,
  CardReading,
  OnProgress,
  PanCard,
  Read,
  StartedReading,
} from '#server/providers/document/port.ts'

/** One picture and its progress, as the calls answer it. */
export type Taken = Output<typeof kyc.upload>

/** The text of a card without what may never be stored: the Aadhaar number is not in it. */
export type CardFields = {
  readonly panNo?: PersonalPan
  readonly name?: string
  readonly dob?: Day
  readonly gender?: 'female' | 'male' | 'other'
  readonly uncertain: readonly CardKey[]
  /** The certainty of the number, from 0 to 1. */
  readonly certainty: number
}

type ReadCard =
  | { readonly kind: 'aadhaarFront'; readonly card: AadhaarFront }
  | { readonly kind: 'pan'; readonly card: PanCard }
type Work = {
  readonly key: ReadingKey
  readonly picture: CleanPicture
  readonly notNeeded: ReadonlySet<string>
}

/** The certainty below which the borrower checks a field again. */
const CERTAIN_FROM = 0.85
/** A reading without progress for this long ended with its server. */
const SILENT_MS = 120_000

/**
 * Stores a card's picture and starts reading it. Refuses it with a time to wait (429) where the
 * reader's queue is full.
 */
export async function takeCard(
  services: VerificationServices,
  call: BorrowerCall,
  request: {
    readonly kind: CardKind
    readonly image: Upload
    readonly column: string
    readonly notNeed?: string | undefined
  },
): Promise<Taken | Refusal<'image-too-large' | 'image-unreadable'>> {
  const { kind } = request
  const picture = await takePicture(request.image, request.column)
  if ('refused' in picture) return picture
  await countTowardsDay(services.db, 'card', call)
  const key = { borrowerId: call.borrowerId, kind, readingId: services.ids.uuid(call.now) }
  const reading = begunReading(services, kind, picture, progressOf(services, key))
  // The failure is handled below, once the row exists.
  reading.catch(() => undefined)
  await makeWay(services, key)
  const notNeeded = new Set(request.notNeed?.split(/[\s,]+/) ?? [])
  void keptInTheEnd(services, { key, picture, notNeeded }, reading)
  return {
    uploadId: key.readingId,
    type: kind,
    state: 'reading',
    progress: 0,
    why: null,
    value_keys: [],
    uncertain: [],
  }
}

/** Every card's picture and the progress of its reading; the Aadhaar number masked. */
export async function takenCards(
  store: Store & Pick<VerificationServices, 'clock'>,
  borrowerId: string,
): Promise<Taken[]> {
  const rows = await readingsOf(store.db, borrowerId)
  return rows.map(row => asTaken(store, borrowerId, row))
}

/** The reading of a card, as its row stores it. */
export function cardFieldsOf(
  { cipher }: Pick<Store, 'cipher'>,
  borrowerId: string,
  row: ReadingRow,
): CardFields | undefined {
  return row.fieldsSealed
    ? decryptJson<CardFields>(cipher, row.fieldsSealed, fieldsContext(borrowerId, row.readingId))
    : undefined
}

function asTaken(
  services: Store & Pick<VerificationServices, 'clock'>,
  borrowerId: string,
  row: ReadingRow,
): Taken {
  const isSilent =
    row.state === 'reading' && services.clock.wall().getTime() - row.heardOfAt.getTime() > SILENT_MS
  const { uncertain = [], certainty: _, ...fields } = cardFieldsOf(services, borrowerId, row) ?? {}
  const values = {
    ...(row.aadhaarLastFour && { idNo: maskedAadhaar(row.aadhaarLastFour) }),
    ...fields,
  }
  return {
    uploadId: row.readingId,
    type: row.kind,
    state: isSilent ? 'unclear' : row.state,
    progress: row.progress,
    why: isSilent ? 'interrupted' : row.why,
    value_keys: CARD_KEYS.filter(key => key in values),
    uncertain: [...uncertain],
    ...values,
  }
}

/** Asks the reader first: a picture that it cannot accept replaces nothing. */
function begunReading(
  { documents }: VerificationServices,
  kind: CardKind,
  picture: CleanPicture,
  onProgress: OnProgress,
): Promise<CardReading<ReadCard>> {
  if (kind === 'pan')
    return admitted(documents.readPanCard(picture, onProgress)).then(
      labelled(card => ({ kind, card })),
    )
  return admitted(documents.readAadhaarFront(picture, onProgress)).then(
    labelled(card => ({ kind, card })),
  )
}

function admitted<Card>(started: StartedReading<Card>): Promise<CardReading<Card>> {
  if (started.state === 'busy') throw new LimitReached(started.waitSeconds, 'reading-busy')
  return started.reading
}

function labelled<Card>(
  name: (card: Card) => ReadCard,
): (reading: CardReading<Card>) => CardReading<ReadCard> {
  return reading =>
    reading.state === 'read' ? { state: 'read', card: name(reading.card) } : reading
}

/** Records a reading's progress, which any server can answer. Losing one such record does no harm. */
function progressOf({ db, clock, log }: VerificationServices, key: ReadingKey): OnProgress {
  return percent => {
    const note = noteProgress(db, key, Math.round(percent), clock.wall())
    note.catch((error: Error) =>
      log.warn({ err: error }, 'the progress of a reading could not be stored'),
    )
  }
}

/** Removes the earlier picture of the same kind, and its reading. */
async function makeWay({ db, files, clock }: VerificationServices, key: ReadingKey): Promise<void> {
  const obsolete = await db.transaction(async tx => {
    await lockBorrower(tx, key.borrowerId)
    await beginReading(tx, key, clock.wall())
    return deletePictures(tx, key.borrowerId, key.kind)
  })
  await Promise.all(obsolete.map(each => files.remove(each)))
}

/** Runs without a waiter: its outcome is stored for the next question, or logged. */
async function keptInTheEnd(
  services: VerificationServices,
  work: Work,
  reading: Promise<CardReading<ReadCard>>,
): Promise<void> {
  const { db, clock, log } = services
  try {
    await keepReading(services, work, await reading)
  } catch (error) {
    log.error({ err: error }, 'a card could not be read')
    const broken = endReading(db, work.key, { state: 'unclear', why: 'interrupted' }, clock.wall())
    await broken.catch((again: Error) =>
      log.error({ err: again }, 'the failed reading of a card could not be stored'),
    )
  }
}

/**
 * Stores the file first: a row never names a missing file. If another picture was uploaded
 * meanwhile, nothing of this one remains.
 */
async function keepReading(
  services: VerificationServices,
  work: Work,
  reading: CardReading<ReadCard>,
): Promise<void> {
  const { db, files, clock } = services
  const { key } = work
  if (reading.state === 'unclear') {
    await endReading(db, key, { state: 'unclear', why: reading.reason }, clock.wall())
    return
  }
  const masked = await maskedPicture(work.picture, reading.card)
  const file = fileKey(key.readingId)
  if (masked) await files.put(file, masked.bytes)
  const isKept = await db.transaction(async tx => {
    await lockBorrower(tx, key.borrowerId)
    if (!(await endReading(tx, key, encryptedEnd(services, work, reading.card), clock.wall())))
      return false
    if (masked) {
      const checked = {
        checkResult: 'needs-a-look',
        checkScore: reading.card.card.number.certainty,
      } as const
      const row = {
        documentId: key.readingId,
        fileKey: file,
        createdAt: clock.now(),
        sizeBytes: masked.bytes.length,
      }
      await insertPicture(tx, key.borrowerId, key.kind, { ...row, ...checked, ...masked.header })
    }
    return true
  })
  if (!isKept) await files.remove(file)
}

/** Stores an Aadhaar card without its first eight digits, or not at all (product §9). */
async function maskedPicture(
  picture: CleanPicture,
  { kind, card }: ReadCard,
): Promise<CleanPicture | undefined> {
  if (kind === 'pan') return picture
  return card.firstEightAt && blackedOut(picture, card.firstEightAt)
}

function encryptedEnd(
  services: VerificationServices,
  { key, notNeeded }: Work,
  { kind, card }: ReadCard,
): ReadingEnd {
  const fieldsOfCard: Partial<Record<CardKey, Read<unknown> | undefined>> =
    kind === 'pan'
      ? { panNo: card.number, name: card.name, dob: card.dob }
      : { name: card.name, dob: card.dob, gender: card.gender }
  const needed = Object.entries(fieldsOfCard).filter(
    ([name, field]) => field !== undefined && !notNeeded.has(name),
  )
  const fields = {
    ...Object.fromEntries(needed.map(([name, field]) => [name, field?.value])),
    uncertain: needed
      .filter(([, field]) => (field?.certainty ?? 0) < CERTAIN_FROM)
      .map(([name]) => name),
    certainty: card.number.certainty,
  }
  const fieldsSealed = encryptJson(
    services.cipher,
    fields,
    fieldsContext(key.borrowerId, key.readingId),
  )
  if (kind === 'pan') return { state: 'read', fieldsSealed }
  return { state: 'read', fieldsSealed, ...aadhaarReference(services, card.number.value) }
}

function aadhaarReference(services: VerificationServices, number: AadhaarNumber) {
  return {
    aadhaarHash: aadhaarHash(services, number),
    aadhaarLastFour: number.slice(-AADHAAR_DIGITS_KEPT),
  }
}

function fieldsContext(borrowerId: string, readingId: string): CipherContext {
  return { table: 'card_reading', row: `${borrowerId}/${readingId}`, column: 'fields_sealed' }
}
