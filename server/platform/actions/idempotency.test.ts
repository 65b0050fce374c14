import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoints } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { contract } from '#contract/index.ts'
import { instant, rupees, text } from '#contract/wire.ts'
import { paise } from '#domain/money.ts'
import { routes } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'

const trial = {
  spend: {
    does: 'Takes an amount from a purse that holds 100 rupees.',
    method: 'POST',
    path: '/trial/spend',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ amount: rupees, note: v.optional(text) }),
    output: v.object({ left: rupees, at: instant }),
    refusals: ['nothing-to-pay'],
    idempotent: true,
  },
  save: {
    does: 'Takes the same input as the other call.',
    method: 'POST',
    path: '/trial/save',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ amount: rupees, note: v.optional(text) }),
    output: v.object({ left: rupees, at: instant }),
    refusals: [],
    idempotent: true,
  },
} satisfies Endpoints

let purse = 0
let begun = 0
const trialRoutes = () =>
  routes(trial, {
    spend: ({ amount }, { once, now, borrowerId }) => {
      begun += 1
      return once(async tx => {
        await tx.raw(
          "UPDATE borrower SET phone_masked = phone_masked || '!' WHERE borrower_id = $1",
          [borrowerId],
        )
        if (amount > 10_000) return refused('nothing-to-pay')
        purse += 1
        return { left: paise(10_000 - amount), at: now }
      })
    },
    save: ({ amount }, { once, now }) =>
      once(async () => ({ left: paise(10_000 + amount), at: now })),
  })

let asha: Browser
const server = forFile(() => testServer({ routes: trialRoutes }))
beforeAll(async () => {
  asha = await server.signIn('919811111111')
})

describe('a repeated request', () => {
  const spend = (key: string | undefined, amount = 100, browser = asha) =>
    browser
      .calls(trial)
      .spend({ amount: paise(amount) }, key === undefined ? {} : { idempotencyKey: key })
  const marks = async () => {
    const me = await asha.calls(contract.account).me({})
    return me.ok ? me.data.maskedPhone.split('!').length - 1 : -1
  }

  test('needs a key', async () => {
    expect(await spend(undefined)).toMatchObject({ reason: 'idempotency-key-required' })
    expect(await spend('x'.repeat(65))).toMatchObject({ reason: 'idempotency-key-required' })
  })

  test('gives the same answer, also later, and takes effect once', async () => {
    const before = [purse, await marks()]
    const first = await spend('k1')
    server.clock.advance({ seconds: 30 })
    expect(await spend('k1')).toEqual(first)
    expect([purse, await marks()]).toEqual(before.map(count => count + 1))
  })

  test('takes effect once and gives every caller the same answer when many arrive at once', async () => {
    const before = purse
    const answers = await Promise.all(Array.from({ length: 8 }, () => spend('k2')))
    expect(purse).toBe(before + 1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ ok: true, data: { left: 9_900 } })
  })

  test('is refused before anything begins if its details differ', async () => {
    await spend('k3')
    const before = begun
    expect(await spend('k3', 200)).toMatchObject({ reason: 'idempotency-key-reused' })
    expect(begun).toBe(before)
  })

  test('is refused if its key was used for another call with the same input', async () => {
    await spend('k6')
    expect(
      await asha.calls(trial).save({ amount: paise(100) }, { idempotencyKey: 'k6' }),
    ).toMatchObject({ reason: 'idempotency-key-reused' })
  })

  test('may succeed after a refusal, which changes nothing and stores no key', async () => {
    const before = await marks()
    expect(await spend('k4', 20_000)).toMatchObject({ reason: 'nothing-to-pay' })
    expect(await marks()).toBe(before)
    expect(await spend('k4', 100)).toMatchObject({ ok: true })
  })

  test('may use a key that another borrower used for something else', async () => {
    const other = await server.signIn('919822222222')
    await spend('k5', 300)
    expect(await spend('k5', 400, other)).toMatchObject({ ok: true, data: { left: 9_600 } })
  })

  test('`unlessRefused` commits a change, or rolls it back when it is refused', async () => {
    const count = async () =>
      Number((await server.services.db.raw('SELECT count(*) AS n FROM phone_lookup'))[0]?.n)
    const before = await count()
    const change = (answer: unknown) =>
      unlessRefused(server.services.db, async tx => {
        await tx.raw(
          'INSERT INTO phone_lookup (phone_hash, borrower_id) VALUES (sha256($1), gen_random_uuid())',
          [JSON.stringify(answer)],
        )
        return answer
      })
    expect(await change(refused('nothing-to-pay'))).toEqual({ refused: 'nothing-to-pay' })
    expect(await count()).toBe(before)
    expect(await change('done')).toBe('done')
    expect(await count()).toBe(before + 1)
  })
})
