import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { TALLY_SLOT_MS } from '#domain/accounts/proof-of-work.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { takeScreenshot } from '#e2e/rig/screenshot.ts'
import { somebody } from '#e2e/rig/walk.ts'

openOwnProduct({ LIMIT_SCALE: '1' })

/** Holds the proof of work of a page back, so that the test can look at the page meanwhile. */
async function holdableWork(page: Page) {
  await page.addInitScript(() => {
    const { prototype } = SubtleCrypto
    const derive = prototype.deriveBits
    prototype.deriveBits = async function (...args) {
      while ('isHeld' in window) await new Promise(resolve => setTimeout(resolve, 20))
      return derive.apply(this, args)
    }
  })
  return {
    hold: () => page.evaluate(() => void Object.assign(window, { isHeld: true })),
    release: () => page.evaluate(() => void Reflect.deleteProperty(window, 'isHeld')),
  }
}

journey(
  'a new phone checks for a robot while codes are pumped, says so, and signs in',
  async ({ device, page, see, tap, type, arrive, sandbox, server }) => {
    const slot = Math.floor((await sandbox.now()).getTime() / TALLY_SLOT_MS) - 2
    await server.reading(db =>
      db.raw(
        `INSERT INTO rate_window (bucket, count, resets_at) VALUES ($1, 100, now() + interval '1 day')`,
        [`codes-sent:${slot}:0`],
      ),
    )
    const { phone } = somebody()
    const work = await holdableWork(page)
    await page.goto('/login')
    await work.hold()
    await type('Mobile number', phone)
    await page.getByRole('checkbox').check()
    const code = await sandbox.codeAfter(phone, async () => {
      await tap('Get')
      await see('Checking that this is not a robot…')
      // `look` would wait for the button, which is busy.
      await takeScreenshot(page, `a check for robots ${device.name}`)
      await expectNoViolations(page)
      await work.release()
    })
    await see(/^Sent by SMS to/)
    await type('Code', code)
    await work.hold()
    await tap('LOGIN')
    await see('Checking that this is not a robot…')
    await work.release()
    await arrive('/')
    expect(await page.getByText('Checking that this is not a robot…').count()).toBe(0)
  },
  [androidPhone],
)
