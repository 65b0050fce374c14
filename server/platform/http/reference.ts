/**
 * Answers that are the same for everybody and may be long: compressed, and cached by the client for
 * an hour.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'
const KEPT_SECONDS = 3_600
/** Below this, compressing costs more than it saves. */
const COMPRESSED_FROM_BYTES = 1_024
/** Fast, and for lists of names nearly as small as the slow qualities. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Sends a compressed answer. It must hold nothing secret: compressed length leaks content. */
export async function sendReference(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: string,
): Promise<FastifyReply> {
  const text = Buffer.from(answer)
  reply
    .type(JSON_TYPE)
    .header('cache-control', `private, max-age=${KEPT_SECONDS}`)
    .header('vary', 'accept-encoding, token, cookie')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (text.length < COMPRESSED_FROM_BYTES) return reply.send(text)
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await toBrotli(text, BROTLI))
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await toGzip(text))
  return reply.send(text)
}
