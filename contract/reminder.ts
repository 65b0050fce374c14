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

/**
 * The borrower's reminder preferences. There is no phone number here: reminders always go to the
 * one they sign in with.
 */
export const reminder = {
  wish: {
    does: 'The borrower’s reminder preferences, and the days relative to a due day.',
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
    does: 'Changes the borrower’s reminder preferences.',
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
