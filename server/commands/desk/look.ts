/**
 * `npm run desk -- look <id>`: shows a waiting face beside the document to compare it with, or
 * waiting cards, on a local page that opens once.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pictureHeader } from '#domain/picture.ts'
import { reviewNumbers } from '#server/commands/desk/faces.ts'
import { documentPicturesOf } from '#server/identity/db/document.ts'
import { waitingReviewOf } from '#server/identity/db/face-review.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Services } from '#server/services.ts'
import { writeDeskLook } from '#server/staff/look.ts'

export type LookServices = Pick<Services, 'db' | 'clock' | 'ids' | 'cipher'> & {
  readonly files: FileStore
}

/** The page's address, and its outcome: true once somebody has opened it, false after the timeout. */
export type Look = { readonly address: string; readonly isSeen: Promise<boolean> }

const PATIENCE_MS = 10 * 60_000
const PRIVATE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
const LABELS = { 'aadhaar-front': 'Aadhaar', pan: 'PAN' } as const
const STYLE =
  'body{font:16px system-ui;margin:24px;background:#fff;color:#111}div{display:flex;flex-wrap:wrap;gap:24px}figure{margin:0}img{max-width:44vw;max-height:70vh}'

/**
 * Writes the look down, and serves the pictures once, on the loopback address under an unguessable path. It writes nothing to
 * disk, and a second visitor finds nothing. Undefined if no face and no cards with that id wait.
 */
export async function lookAtFace(
  services: LookServices,
  documentId: string,
  person: string,
  patienceMs = PATIENCE_MS,
): Promise<Look | undefined> {
  const page = await pageOf(services, documentId, person)
  if (page === undefined) return undefined
  const path = `/${randomBytes(24).toString('base64url')}`
  const opened = Promise.withResolvers<boolean>()
  let isOpen = true
  const server = createServer((request, response) => {
    if (!isOpen || request.method !== 'GET' || request.url !== path) return notFound(response)
    isOpen = false
    response.writeHead(200, PRIVATE_HEADERS).end(page, () => opened.resolve(true))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const timer = setTimeout(() => opened.resolve(false), patienceMs)
  const isSeen = opened.promise.finally(() => {
    clearTimeout(timer)
    server.close()
    server.closeIdleConnections()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, isSeen }
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'cache-control': 'no-store' }).end()
}

async function pageOf(
  services: LookServices,
  documentId: string,
  person: string,
): Promise<string | undefined> {
  const { db, files, clock } = services
  const review = await waitingReviewOf(db, documentId)
  if (!review) return undefined
  const { borrowerId } = review
  const look = { borrowerId, part: 'pictures', subjectId: documentId, why: 'identity' } as const
  await db.transaction(tx => writeDeskLook(services, tx, look, { person, now: clock.now() }))
  const isFace = review.what === 'face'
  const cards = await documentPicturesOf(db, borrowerId)
  const pictures = [
    ...(isFace ? [{ label: 'Camera', key: review.fileKey }] : []),
    ...cards.map(card => ({ label: LABELS[card.kind], key: card.fileKey })),
  ]
  const figures = await Promise.all(
    pictures.map(async ({ label, key }) => figure(label, await files.get(key))),
  )
  const noCard =
    cards.length === 0
      ? '<p>The borrower proved the identity by numbers: there is no document to compare with.</p>'
      : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${isFace ? 'Face' : 'Cards'} ${documentId}</title><style>${STYLE}</style>
<h1>${isFace ? 'Is this the same person?' : 'Do the cards belong to one person?'}</h1><p>${reviewNumbers(review)}</p><div>${figures.join('')}</div>${noCard}
<p>npm run desk -- approve ${documentId}<br>npm run desk -- deny ${documentId} "&lt;reason&gt;"</p></html>`
}

function figure(label: string, bytes: Uint8Array | undefined): string {
  const header = bytes && pictureHeader(bytes)
  if (!bytes || !header)
    return `<figure><figcaption>${label}: the picture has been deleted</figcaption></figure>`
  const data = Buffer.from(bytes).toString('base64')
  return `<figure><img alt="${label}" src="data:${header.mediaType};base64,${data}"><figcaption>${label}</figcaption></figure>`
}
