import { expect } from 'vitest'
import { TALLY_SLOT_MS } from '#domain/accounts/proof-of-work.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { somebody } from '#e2e/rig/walk.ts'

openTheProduct({ LIMIT_SCALE: '1' })

journey(
  'while codes are pumped, a new phone says that it checks for a robot, and signs in',
  async ({ page, see, tap, type, arrive, look, sandbox, server }) => {
    const slot = Math.floor((await sandbox.now()).getTime() / TALLY_SLOT_MS) - 2
    await server.reading(db =>
      db.raw(
        `INSERT INTO rate_window (bucket, count, resets_at) VALUES ($1, 100, now() + interval '1 day')`,
        [`codes-sent:${slot}:0`],
      ),
    )
    const { phone } = somebody()
    await page.goto('/login')
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    const code = await sandbox.codeAfter(phone, async () => {
      await tap('Get')
      await see('Checking that this is not a robot…')
      await look('a check for robots')
    })
    await see(/^Sent by SMS to/)
    await type('Code', code)
    await tap('LOGIN')
    await see('Checking that this is not a robot…')
    await arrive('/')
    expect(await page.getByText('Checking that this is not a robot…').count()).toBe(0)
  },
  [androidPhone],
)
