import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, newBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'

// The face check of a new installation, which looks for a real face.
openOwnProduct({ FACE_CHECK: 'embedded' })

/** The codes of order states (specification §4). */
const PASS = 'pass'
const FINISHED = 'settled'

journey(
  'the sandbox makes an overdue borrower, and shows the sign-in code as it comes',
  async ({ page, tap, see, type, arrive }) => {
    await page.goto('/sandbox')
    await tap('Overdue')
    await see('The borrower has an overdue loan.')
    const phone = new URL(page.url()).searchParams.get('phone') ?? ''
    const messages = await page.context().newPage()
    await messages.goto(`/sandbox/sms?phone=91${phone}`)
    // The digits of codes, the newest first; other messages have none.
    const codes = messages.locator('#sms li b')
    const shown = await codes.count()
    // A number gets only one code a minute, but the clock has moved on by days since the first.
    await page.goto('/login')
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    await tap('Get')
    await expect.poll(() => codes.count()).toBeGreaterThan(shown)
    await type('Code', (await codes.first().textContent()) ?? '')
    await tap('LOGIN')
    await arrive('/')
    await see(/overdue/i)
  },
  [androidPhone],
)

journey(
  'the sandbox makes borrowers with an approved and with a repaid loan',
  async ({ server, sandbox }) => {
    for (const [stage, state] of [
      ['approved', PASS],
      ['settled', FINISHED],
    ] as const) {
      const answer = await fetch(`${server.origin}/sandbox/borrowers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ stage }),
      })
      expect(answer.status).toBe(200)
      const { phone } = (await answer.json()) as { phone: string }
      await sandbox.advance('PT2M')
      const { browser, detail } = await newBorrower(server.origin, phone)
      const [order] = answered(await browser.calls(contract.order).list({}))
      expect((await detail(order?.orderId ?? '')).orderState).toBe(state)
      const { documents } = answered(
        await browser.calls(contract.loanDocument).list({ orderId: order?.orderId ?? '' }),
      )
      const kinds = documents.map(({ kind }) => kind)
      if (stage === 'settled') expect(kinds).toContain('no-dues-certificate')
    }
    await sandbox.holdPayouts(true)
    const answer = await fetch(`${server.origin}/sandbox/borrowers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stage: 'running' }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { error: 'Payouts are held. Release them first.' },
    ])
  },
  [androidPhone],
)
