import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { PATIENCE_MS } from '#e2e/rig/patience.ts'

openTheProduct()

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** Reads the code on the page as a camera does, once the code does not move. */
async function scanned(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /^UPI code for ₹/ })
  await code.waitFor()
  let text = ''
  const scan = async () => {
    const picture = await code.screenshot({ animations: 'disabled' })
    const [read] = await readBarcodes(new Uint8Array(picture))
    text = read?.text ?? 'no code'
    return text
  }
  await expect.poll(scan, { timeout: PATIENCE_MS }).not.toBe('no code')
  return text
}

function fieldsOf(intent: string) {
  expect(intent).toMatch(/^upi:\/\/pay\?/)
  return Object.fromEntries(new URLSearchParams(intent.slice(intent.indexOf('?'))))
}

/** Reads the request as the phone’s app, or another phone’s, gets it; then pays or declines. */
function answerIn(app: Page, { device, page, server }: Scene) {
  const isAndroid = device === androidPhone
  return async (button: 'Pay' | 'Decline', amount: string): Promise<void> => {
    const link = page.getByRole('link', { name: 'Open your UPI app' })
    if (isAndroid) await page.getByText('Pay from another phone').click()
    const intent = await scanned(page)
    expect(fieldsOf(intent)).toMatchObject({
      am: amount,
      cu: 'INR',
      pn: 'Saral Sandbox',
      tr: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    if (isAndroid) expect(await link.getAttribute('href')).toBe(intent)
    else expect(await link.count()).toBe(0)
    await app.goto(`${server.origin}/sandbox/upi`)
    await app.getByLabel('The upi:// link').fill(intent)
    await app.getByRole('button', { name: 'Open' }).click()
    await app.getByText(`₹${amount}`).waitFor()
    await app.getByRole('button', { name: button, exact: true }).click()
  }
}

journey(
  'pays an instalment and a part from a UPI app, by a link on Android and a code elsewhere',
  async scene => {
    const { page, server, see, tap, type } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-weekly', 5_000)
    await person.enter(page.context())
    const app = await page.context().newPage()
    const inApp = answerIn(app, scene)
    const addresses: string[] = []
    page.on('request', request => addresses.push(request.url()))

    await page.goto(`/orders/${orderId}/detail`)
    await tap('Repayment')
    await tap('Pay with UPI')
    await see('₹399.86')
    await see('To Saral Sandbox (saral@sandbox)')
    await see('Waiting for your payment')
    await see(/^You can pay until /)
    expect(
      await page.getByRole('link', { name: 'Other ways to pay' }).getAttribute('href'),
    ).toMatch(/\/sandbox\/pay\//)
    await inApp('Decline', '399.86')
    await see('Your payment of ₹399.86 did not go through. No money was taken.')
    await app.getByRole('button', { name: 'Pay', exact: true }).click()
    await see('We received ₹399.86. Thank you.')
    await tap(/^Close$/)
    expect((await person.detail(orderId)).position?.paid).toMatchObject({ interest: 4_00 })

    await tap('Repayment')
    await page.getByRole('radio', { name: 'Another amount' }).check()
    await tap('Pay with UPI')
    await see('Please enter an amount from ₹1.00 to')
    await type(/^Amount$/, '100.50')
    await tap('Pay with UPI')
    await inApp('Pay', '100.50')
    await see('We received ₹100.50. Thank you.')
    expect((await person.detail(orderId)).position?.payoff).toBe(5_004_00 - 399_86 - 100_50)

    for (const address of [page.url(), ...addresses])
      expect(address).not.toMatch(/upi:|pa=|am=|saral%40sandbox|saral@sandbox/)
  },
)
