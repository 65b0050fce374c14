import * as v from 'valibot'
import { type Likeness, SAME_PERSON_SIMILARITY } from '#domain/identity/face.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { CASHFREE, cashfreeClient, pictureForm } from '#server/providers/cashfree-client.ts'
import type { FacePort, FaceUnclear } from '#server/providers/face/port.ts'
import { type VendorClient, VendorFailure } from '#server/providers/vendor-http.ts'

/** From this score on Cashfree recommends to take two faces for one person's. */
const THEIR_THRESHOLD = 0.75
/** The most that a score may mean where they say that the faces are not one person's. */
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
const said = v.object({ message: v.string() })

type Parts = {
  readonly ids: Ids
  readonly clock: Pick<Clock, 'wall'>
  /** Who sees the blink: the vendor looks at single pictures, of which no score tells a face from its photograph. */
  readonly here: FacePort
}
type Asking = { readonly client: VendorClient; readonly newId: () => string }
type Liveness =
  | { readonly unclear: FaceUnclear }
  | { readonly signals: Readonly<Record<string, number>> }

/**
 * Faces compared by Cashfree, to which the face and the cards are sent. Whether somebody living is before the camera is still shown
 * by a blink, on this machine; Cashfree's liveness is kept for the record and decides nothing (domain/identity/face.ts).
 */
export function cashfreeFaces(settings: CashfreeSettings, { ids, clock, here }: Parts): FacePort {
  const asking = {
    client: cashfreeClient(settings, 'verification'),
    newId: () => ids.uuid(clock.wall()),
  }
  return {
    asksForBlink: here.asksForBlink,
    async check({ face, closed, documents }) {
      // What is unclear here is not sent to anybody.
      const seen = await here.check({ face, closed, documents: [] })
      if (seen.state === 'unclear') return seen
      const liveness = await livenessOf(asking, face)
      if ('unclear' in liveness) return { state: 'unclear', reason: liveness.unclear }
      const scores = await Promise.all(documents.map(document => scoreOf(asking, face, document)))
      return {
        ...seen,
        likeness: likenessOf(scores),
        signals: { ...seen.signals, ...liveness.signals, ...leastOf(scores) },
      }
    },
  }
}

const UNCLEAR: Readonly<Record<string, FaceUnclear>> = {
  FACE_NOT_DETECTED: 'no-face',
  MULTIPLE_FACES_DETECTED: 'several-faces',
}

/** Sex and age, which the answer tells as well, are nobody's business here. */
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

/** Their score for a face and a card; nothing where no face can be found on the card. */
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
  const parsed = v.safeParse(said, body)
  return parsed.success && /face.*(detect|found)|no face/i.test(parsed.output.message)
}

/** Against every card whose face can be read, and the least alike counts. */
function likenessOf(scores: readonly (number | undefined)[]): Likeness {
  if (scores.length === 0) return 'no-document'
  const readable = scores.filter(score => score !== undefined)
  return readable.length === 0 ? 'document-unusable' : onOurScale(Math.min(...readable))
}

/** Their threshold lies where ours does, and between them and both ends everything keeps its order. */
function onOurScale(score: number): number {
  if (score < THEIR_THRESHOLD) return (score / THEIR_THRESHOLD) * SAME_PERSON_SIMILARITY
  const above = (score - THEIR_THRESHOLD) / (1 - THEIR_THRESHOLD)
  return SAME_PERSON_SIMILARITY + above * (1 - SAME_PERSON_SIMILARITY)
}

function leastOf(scores: readonly (number | undefined)[]): Readonly<Record<string, number>> {
  const readable = scores.filter(score => score !== undefined)
  return readable.length === 0 ? {} : { vendorMatch: Math.min(...readable) }
}
