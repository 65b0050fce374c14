import type { FastifyInstance } from 'fastify'
import { refusal, refused } from '#contract/envelope.ts'
import { feedback } from '#contract/feedback.ts'
import { BASE_PATH } from '#contract/path.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { send } from '#server/platform/http/edge.ts'
import {
  type FeedbackServices,
  feedbackList,
  IMAGE_PATH,
  linkedPicture,
  saveFeedback,
} from '#server/support/feedback.ts'
import { feedbackTypes } from '#server/support/words/feedback-types.ts'

/** What a borrower tells us, and what was answered. */
export function feedbackRoutes(services: FeedbackServices): Route[] {
  return routes(feedback, {
    types: async (_input, { language }) => feedbackTypes(language),
    save: (entry, call) => saveFeedback(services, call, entry),
    list: (_input, call) => feedbackList(services, call),
  })
}

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** The pictures behind the signed addresses of the list: shown in a page of ours, and never opened as a page of their own. */
export function serveFeedbackPictures(app: FastifyInstance, services: FeedbackServices): void {
  app.get<{ Querystring: { key?: unknown } }>(BASE_PATH + IMAGE_PATH, async (request, reply) => {
    const { key } = request.query
    const picture = typeof key === 'string' ? await linkedPicture(services, key) : undefined
    if (!picture) return send(reply, refusal(refused('not-found')), 404)
    return reply
      .type(picture.mediaType)
      .header(
        'content-disposition',
        `attachment; filename="feedback.${ENDINGS[picture.mediaType]}"`,
      )
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(Buffer.from(picture.bytes))
  })
}
