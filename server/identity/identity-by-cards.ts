/**
 * Completes the identity step by two cards and a face, as the borrower confirmed them
 * (specification §4, "Upload variant").
 */

import { type Refusal, refused } from '#contract/envelope.ts'
import type { kyc } from '#contract/kyc.ts'
import { type Day, isDay } from '#domain/day.ts'
import { type CardKind, type CardValue, cardsAgreement, cardValues } from '#domain/identity/card.ts'
import type { FieldError } from '#domain/identity/form.ts'
import {
  type IdentityReason,
  type PersonalPan,
  UPLOAD_KINDS,
  UPLOAD_MISSING,
  type UploadKind,
} from '#domain/identity/identity.ts'
import { type NameAgreement, nameAgreement } from '#domain/identity/person-name.ts'
import { LETTER } from '#domain/letters.ts'
import {
  detailsContext,
  forgetChild,
  isChild,
  isNumberOf,
  nameHash,
} from '#server/identity/aadhaar.ts'
import { type CardFields, cardFieldsOf } from '#server/identity/card-reading.ts'
import { cardValuesContext } from '#server/identity/card-values.ts'
import { forgetReadings, type ReadingRow, readingsOf } from '#server/identity/db/card-reading.ts'
import { facePictureOf, settleCardPicture } from '#server/identity/db/document.ts'
import {
  identityRowOf,
  releaseAadhaarNumber,
  saveCardsResult,
  saveVerifiedAadhaar,
} from '#server/identity/db/identity.ts'
import { completeWithPan, panHash, readPanNo } from '#server/identity/identity.ts'
import { claimAadhaar } from '#server/identity/numbers.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Work } from '#server/services.ts'

type Saving = Answer<typeof kyc.saveIdentity>

/** The values that the borrower confirmed, with the ids of the shown pictures. */
export type ConfirmedCards = {
  readonly [kind in UploadKind]?: string | undefined
} & { readonly name: string; readonly dob: string; readonly panNo: string }

type Confirmed = { readonly name: string; readonly dob: Day; readonly pan: PersonalPan }
type Cards = {
  readonly aadhaar: ReadingRow & { aadhaarHash: Uint8Array; aadhaarLastFour: string }
  readonly fields: CardFields
  readonly pan: CardFields & { panNo: PersonalPan }
  readonly panReadingId: string
}
type Proof = {
  readonly cards: Cards
  readonly confirmed: Confirmed
  readonly registeredName: string
  readonly namesAgree: NameAgreement
}

const NAME_FORM = new RegExp(`^${LETTER}(?:${LETTER}|[\\s.'’-]){1,99}$`, 'u')

/**
 * Completes the step: compares the confirmed values with both cards and looks them up in the tax
 * register. Text that was read but not confirmed does not count. Cards that do not clearly agree,
 * or were corrected, are reviewed by a person before any loan.
 */
export async function saveIdentityByCards(
  services: VerificationServices,
  call: BorrowerCall,
  entry: ConfirmedCards,
): Promise<Saving> {
  const { borrowerId } = call
  const confirmed = readConfirmed(entry)
  if ('refused' in confirmed) return confirmed
  const hash = panHash(services, confirmed.pan)
  const identity = await identityRowOf(services.db, borrowerId)
  if (identity?.panHash)
    return hash.equals(identity.panHash) ? null : refused('identity-already-verified')
  const cards = await shownCards(services, borrowerId, entry)
  if ('refused' in cards) return cards
  // A typing error that contradicts the card does not erase a borrower.
  if (isChild(call, confirmed.dob) && cards.fields.dob && !isChild(call, cards.fields.dob))
    return incomplete([{ column: 'dob', reason: 'dob-not-on-card' }])
  if (isChild(call, confirmed.dob)) return forgetChild(services, call, 'dob')
  const { pan, ...nameAndDob } = confirmed
  if (cardsAgreement(cards.fields, asRead(cards.pan), { ...nameAndDob, number: pan }) === 'differ')
    return refused('cards-differ')
  await countTowardsDay(services.db, 'pan', call)
  const check = await services.pan.verify({ pan, ...nameAndDob })
  if (check.state === 'refused') return refused('pan-refused')
  const { registeredName } = check
  const namesAgree = nameAgreement(confirmed.name, registeredName)
  return services.db.transaction(tx =>
    keep({ services, tx, at: call.now }, call, {
      cards,
      confirmed,
      registeredName,
      namesAgree,
    }),
  )
}

/** Reports missing pictures first, in the order in which they are requested; then the values. */
function readConfirmed(entry: ConfirmedCards): Confirmed | Refusal<'answers-incomplete'> {
  const missing = UPLOAD_KINDS.filter(kind => entry[kind] === undefined)
  if (missing.length > 0)
    return incomplete(missing.map(kind => ({ column: kind, reason: UPLOAD_MISSING[kind] })))
  const name = entry.name.trim().replace(/\s+/g, ' ')
  const { dob } = entry
  if (!NAME_FORM.test(name)) return incomplete([{ column: 'name', reason: 'name-missing' }])
  if (!isDay(dob)) return incomplete([{ column: 'dob', reason: 'dob-missing' }])
  const pan = readPanNo(entry.panNo)
  return typeof pan === 'string' ? { name, dob, pan } : pan
}

/** The cards and the face that the borrower saw; a picture uploaded meanwhile is another one. */
async function shownCards(
  services: VerificationServices,
  borrowerId: string,
  entry: ConfirmedCards,
): Promise<Cards | Refusal<'upload-not-found'>> {
  const [rows, face] = await Promise.all([
    readingsOf(services.db, borrowerId),
    facePictureOf(services.db, borrowerId, entry.face),
  ])
  const readingOf = (kind: CardKind) =>
    rows.find(row => row.kind === kind && row.readingId === entry[kind] && row.state === 'read')
  const front = readingOf('aadhaarFront')
  const tax = readingOf('pan')
  const fields = front && cardFieldsOf(services, borrowerId, front)
  const pan = tax && cardFieldsOf(services, borrowerId, tax)
  if (!face || !front?.aadhaarHash || !front.aadhaarLastFour || !fields || !tax || !pan?.panNo)
    return refused('upload-not-found')
  const { aadhaarHash, aadhaarLastFour } = front
  return {
    aadhaar: { ...front, aadhaarHash, aadhaarLastFour },
    fields,
    pan: { ...pan, panNo: pan.panNo },
    panReadingId: tax.readingId,
  }
}

/**
 * The pictures must still be the confirmed ones. A number that an OTP proved before keeps that
 * proof.
 */
async function keep(work: Work, call: BorrowerCall, proof: Proof): Promise<Saving> {
  const { services, tx, at } = work
  const { borrowerId } = call
  const { cards, confirmed, registeredName, namesAgree } = proof
  const { aadhaarHash: hash, aadhaarLastFour: lastFour, readingId } = cards.aadhaar
  await lockBorrower(tx, borrowerId)
  const still = await readingsOf(tx, borrowerId)
  if (!still.some(row => row.readingId === readingId)) return refused('upload-not-found')
  const identity = await identityRowOf(tx, borrowerId)
  if (identity?.panVerifiedAt) return refused('identity-already-verified')
  if (!isNumberOf(identity, Buffer.from(hash))) {
    for (const old of [identity?.aadhaarHash, identity?.personHash])
      if (old) await releaseAadhaarNumber(tx, old, borrowerId)
    await claimAadhaar(tx, borrowerId, { proof: 'card', hash, person: null })
    const details = {
      name: confirmed.name,
      dob: confirmed.dob,
      gender: cards.fields.gender ?? null,
      address: null,
    }
    const detailsSealed = encryptJson(services.cipher, details, detailsContext(borrowerId))
    await saveVerifiedAadhaar(tx, {
      borrowerId,
      hash,
      personHash: null,
      lastFour,
      detailsSealed,
      nameHash: nameHash(services, details.name),
      at,
      proof: 'card',
    })
  }
  const agreement = cardsAgreement(cards.fields, asRead(cards.pan), {
    ...confirmed,
    number: confirmed.pan,
  })
  const result = agreement === 'agree' ? 'passed' : 'needs-a-look'
  const onAadhaar = cardValues(cards.fields, confirmed)
  const onPan = cardValues(asRead(cards.pan), { ...confirmed, number: confirmed.pan })
  await settleCard(work, { borrowerId, documentId: readingId }, result, onAadhaar)
  await settleCard(work, { borrowerId, documentId: cards.panReadingId }, result, onPan)
  await forgetReadings(tx, borrowerId)
  await completeWithPan(work, call, { pan: confirmed.pan, registeredName, namesAgree })
  await saveCardsResult(tx, borrowerId, result)
  return null
}

/** The picture of a card has the id of its reading. */
async function settleCard(
  { services, tx }: Work,
  key: { readonly borrowerId: string; readonly documentId: string },
  result: 'passed' | 'needs-a-look',
  values: readonly CardValue[],
): Promise<void> {
  const doubts = values.filter(({ isAsRead }) => !isAsRead).map(each => each.key)
  const valuesSealed = encryptJson(services.cipher, values, cardValuesContext(key))
  await settleCardPicture(tx, { ...key, result, doubts, valuesSealed })
}

function asRead({ panNo, name, dob }: Cards['pan']) {
  return { number: panNo, name, dob }
}

function incomplete(
  errorColumn: readonly FieldError<IdentityReason>[],
): Refusal<'answers-incomplete'> {
  return refused('answers-incomplete', { errorColumn })
}
