import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { nothing } from '#contract/wire.ts'
import { reminderTimes, reminderWishes } from '#domain/lending/reminders.ts'
import { LANGUAGES } from '#words/language.ts'

const wish = {
  way: v.picklist(reminderWishes),
  time: v.picklist(reminderTimes),
  language: v.picklist(LANGUAGES),
}

/** How a borrower is reminded. There is no number in it: it is always the one they sign in with. */
export const reminder = {
  wish: {
    does: 'How this borrower is reminded, and on which days from a due day.',
    method: 'GET',
    path: '/reminder/v1/wish',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ ...wish, days: v.array(v.number()) }),
    refusals: [],
    ours: true,
  },
  saveWish: {
    does: 'Changes how this borrower is reminded.',
    method: 'POST',
    path: '/reminder/v1/wish',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject(wish),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
