import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, newBorrower, newIdentity } from '#e2e/rig/borrower.ts'
import { filmOfCode } from '#e2e/rig/code-film.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'

const personOnFilm = newIdentity()
openOwnProduct({}, async ({ origin }) =>
  filmOfCode((await codeOf(origin, personOnFilm.aadhaar)).code),
)

type Code = { readonly code: string; readonly name: string; readonly lastFour: string }

async function codeOf(origin: string, aadhaar: string): Promise<Code> {
  const answer = await fetch(`${origin}/sandbox/aadhaar-code?aadhaar=${aadhaar}`)
  return (await answer.json()) as Code
}

async function pictureOf(origin: string, aadhaar: string) {
  const answer = await fetch(`${origin}/sandbox/aadhaar-code.png?aadhaar=${aadhaar}`)
  return {
    name: 'aadhaar.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Brings a new borrower to the identity page. */
async function openIdentityPage({ page, server }: Scene) {
  const borrower = await newBorrower(server.origin)
  await borrower.enter(page.context())
  await page.goto('/auth/identity')
  await page.getByText('Scan the Aadhaar QR code').waitFor()
  return { verify: borrower.browser.calls(contract.verify) }
}

/** Waits until the sheet has stopped moving. */
const atRest = ({ page }: Scene) =>
  page.waitForFunction(() => document.getAnimations().length === 0)

const numberShown = ({ page }: Scene) => page.getByLabel('Aadhaar number').inputValue()

/** Chooses a picture in the file input of the dialog. */
const choose = ({ page }: Scene, picture: Awaited<ReturnType<typeof pictureOf>>) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture)

journey(
  'verifies the Aadhaar by its QR code in the camera, without number and OTP',
  async scene => {
    const { page, tap, see, type } = scene
    const { verify } = await openIdentityPage(scene)
    await type('Aadhaar number', '2345')
    const answer = Promise.withResolvers<void>()
    await page.route(`**${contract.kyc.type.path}`, async route => {
      await answer.promise
      await route.continue()
    })
    await tap('Scan the Aadhaar QR code')
    await see('Verified')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The field is empty until the server answers with the masked number.
    expect(await numberShown(scene)).toBe('')
    answer.resolve()
    await expect.poll(() => numberShown(scene)).toBe(`XXXX XXXX ${personOnFilm.aadhaar.slice(-4)}`)
    await type('PAN', personOnFilm.pan)
    await tap('CONFIRM')
    await page.waitForURL(url => url.pathname !== '/auth/identity')
    expect(answered(await verify.status({})).kycAadhaarAndPan).not.toBe(0)
  },
  [androidPhone],
)

journey(
  'takes a photo of the QR code without a camera, and says what is wrong with a photo',
  async scene => {
    const { page, tap, see, server } = scene
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('none', 'NotFoundError'))
    })
    const person = newIdentity()
    await openIdentityPage(scene)
    await tap('Scan the Aadhaar QR code')
    await see('We found no camera. Use a photo of the QR code.')
    await atRest(scene)

    await choose(scene, {
      name: 'white.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await page.screenshot()),
    })
    await see('We found no QR code in this photo.')
    await choose(scene, {
      name: 'text.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await see('We could not read this photo.')
    await choose(scene, await pictureOf(server.origin, person.aadhaar))
    await see('Verified')
    await expect.poll(() => numberShown(scene)).toBe(`XXXX XXXX ${person.aadhaar.slice(-4)}`)
  },
)
