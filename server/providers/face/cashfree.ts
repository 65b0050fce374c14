import * as v from 'valibot'
import { type Likeness, SAME_PERSON_SIMILARITY } from '#domain/identity/face.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { CASHFREE, cashfreeClient, pictureForm } from '#server/providers/cashfree-client.ts'
import type { FacePort, FaceUnclear } from '#server/providers/face/port.ts'
import { type VendorClient, VendorFailure } from '#server/providers/vendor-http.ts'

/** From this score on Cashfree considers two faces one person's. */
const THEIR_THRESHOLD = 0.75
/** Up to this score Cashfree says that the faces are not one person's. */
const HIGHEST_OF_STRANGERS = 0.74
/** The call exists since this version. */
const LIVENESS_VERSION = '2024-12-01'

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const lively = v.object({
  status: v.string(),
  liveness: v.nullish(v.boolean()),
  liveness_score: v.nullish(share),
})
const matched = v.object({
  status: v.string(),
  face_match_result: v.nullish(v.picklist(['YES', 'NO'])),
  face_match_score: v.nullish(share),
})
const messageBody = v.object({ message: v.string() })

type Parts = {
  readonly ids: Ids
  readonly clock: Pick<Clock, 'wall'>
  /**
   * Detects the blink: the vendor examines single pictures, and no score distinguishes a face from
   * its photograph.
   */
  readonly here: FacePort
}
type Asking = { readonly client: VendorClient; readonly newId: () => string }
type Liveness =
  | { readonly unclear: FaceUnclear }
  | { readonly signals: Readonly<Record<string, number>> }

/**
 * Faces compared by Cashfree, which gets the face and the cards. Liveness is still shown by a
 * blink, on this machine; Cashfree's liveness score is stored for the record and decides nothing
 * (domain/identity/face.ts).
 */
export function cashfreeFaces(settings: CashfreeSettings, { ids, clock, here }: Parts): FacePort {
  const asking = {
    client: cashfreeClient(settings, 'verification'),
    newId: () => ids.uuid(clock.wall()),
  }
  return {
    asksForBlink: here.asksForBlink,
    prepare: () => here.prepare?.(),
    async check({ face, closed, documents }) {
      // A picture that is unclear here is not sent to anybody.
      const local = await here.check({ face, closed, documents: [] })
      if (local.state !== 'one-face') return local
      const liveness = await livenessOf(asking, face)
      if ('unclear' in liveness) return { state: 'unclear', reason: liveness.unclear }
      const scores = await Promise.all(documents.map(document => scoreOf(asking, face, document)))
      return {
        ...local,
        likeness: likenessOf(scores),
        signals: { ...local.signals, ...liveness.signals, ...minOf(scores) },
      }
    },
  }
}

const UNCLEAR: Readonly<Record<string, FaceUnclear>> = {
  FACE_NOT_DETECTED: 'no-face',
  MULTIPLE_FACES_DETECTED: 'several-faces',
}

/** The answer also contains sex and age; we do not use them. */
async function livenessOf({ client, newId }: Asking, image: Uint8Array): Promise<Liveness> {
  const call = { what: 'look for a living face', method: 'POST', path: '/face-liveness' } as const
  const headers = { 'x-api-version': LIVENESS_VERSION }
  const answer = await client.ask(
    { ...call, headers, body: pictureForm(newId(), { image }) },
    lively,
  )
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const { status, liveness, liveness_score: score } = answer.data
  const unclear = UNCLEAR[status]
  if (unclear) return { unclear }
  if (status === 'REAL_FACE_NOT_DETECTED')
    return { signals: { vendorLiveness: score ?? 0, vendorSaysAlive: 0 } }
  if (status !== 'SUCCESS' || typeof liveness !== 'boolean' || typeof score !== 'number')
    throw new VendorFailure(CASHFREE, call.what, 'malformed', 'no score')
  return { signals: { vendorLiveness: score, vendorSaysAlive: liveness ? 1 : 0 } }
}

/** Cashfree's score for a face and a card; undefined where the card shows no recognizable face. */
async function scoreOf(
  { client, newId }: Asking,
  face: Uint8Array,
  document: Uint8Array,
): Promise<number | undefined> {
  const call = { what: 'compare two faces', method: 'POST', path: '/face-match' } as const
  const body = pictureForm(newId(), { first_image: face, second_image: document })
  body.set('threshold', String(THEIR_THRESHOLD))
  const answer = await client.ask({ ...call, body }, matched)
  if (answer.kind === 'refused') {
    if (answer.status !== 422 && isAboutFaces(answer.body)) return undefined
    throw client.unexpected(call, answer)
  }
  const { status, face_match_result: result, face_match_score: score } = answer.data
  if (/FACE/.test(status)) return undefined
  if (status !== 'SUCCESS' || !result || typeof score !== 'number')
    throw new VendorFailure(CASHFREE, call.what, 'malformed', 'no score')
  return result === 'YES' ? score : Math.min(score, HIGHEST_OF_STRANGERS)
}

function isAboutFaces(body: unknown): boolean {
  const parsed = v.safeParse(messageBody, body)
  return parsed.success && /face.*(detect|found)|no face/i.test(parsed.output.message)
}

/** The lowest score over all cards whose face can be read. */
function likenessOf(scores: readonly (number | undefined)[]): Likeness {
  if (scores.length === 0) return 'no-document'
  const readable = scores.filter(score => score !== undefined)
  return readable.length === 0 ? 'document-unusable' : onOurScale(Math.min(...readable))
}

/** Maps their threshold to ours, and keeps the order of all scores. */
function onOurScale(score: number): number {
  if (score < THEIR_THRESHOLD) return (score / THEIR_THRESHOLD) * SAME_PERSON_SIMILARITY
  const above = (score - THEIR_THRESHOLD) / (1 - THEIR_THRESHOLD)
  return SAME_PERSON_SIMILARITY + above * (1 - SAME_PERSON_SIMILARITY)
}

function minOf(scores: readonly (number | undefined)[]): Readonly<Record<string, number>> {
  const readable = scores.filter(score => score !== undefined)
  return readable.length === 0 ? {} : { vendorMatch: Math.min(...readable) }
}
