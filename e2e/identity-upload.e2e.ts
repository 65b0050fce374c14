import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { newBorrower } from '#e2e/rig/borrower.ts'
import type { PictureFile } from '#e2e/rig/cards.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'

openTheProduct()

/** Chooses a picture file in the tile of this name. */
const upload = ({ page }: Scene, tile: string, file: PictureFile) =>
  page.getByLabel(`${tile}: From a file`).setInputFiles(file)

/** Brings a new borrower, whose Aadhaar number has no OTP, to the upload variant. */
async function changeToUploads(scene: Scene) {
  const { page, tap, see, server } = scene
  const borrower = await newBorrower(server.origin)
  await borrower.enter(page.context())
  await page.goto('/auth/identity?pid=saral-weekly&step=3&as=5')
  await page.locator('[name=idNo]').fill(aadhaarEnding('0001'))
  await tap('Send OTP')
  await see('Can not finish the verification?')
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scene.look('identity cannot finish')
  await tap('Change')
  await see('Three pictures, taken in daylight')
  return { verify: borrower.browser.calls(contract.verify) }
}

journey(
  'refuses a picture that is not a card, takes another in its place, and leads back to the number',
  async scene => {
    const { page, tap, see, look } = scene
    const uploads: string[] = []
    page.on(
      'request',
      request => void (request.url().endsWith('authen/upload') && uploads.push(request.url())),
    )
    await changeToUploads(scene)
    await upload(scene, 'Aadhaar front', {
      name: 'front.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await see('We cannot read this file as a picture. Please use JPEG, PNG or WebP.')
    expect(uploads).toEqual([])
    await page.getByLabel('Aadhaar front: Take again').setInputFiles(await pictureOfNothing(scene))
    await page.getByText(/could not read the card|does not look like/).waitFor()
    await look('identity upload unclear')
    await tap('CONFIRM')
    await see('Please Upload PAN ')
    await page.reload()
    await page.getByText(/could not read the card|does not look like/).waitFor()
    await tap('Enter the Aadhaar number instead')
    await see('Send OTP')
    await page.reload()
    await see('Send OTP')
  },
  [androidPhone],
)

async function pictureOfNothing({ page }: Scene): Promise<PictureFile> {
  return { name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() }
}
