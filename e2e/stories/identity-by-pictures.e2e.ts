import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answered, newBorrower, newIdentity } from '#e2e/rig/borrower.ts'
import { type CardHolder, drawCards, type PictureFile } from '#e2e/rig/cards.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'

openTheProduct()

function holder(): CardHolder {
  const { aadhaar, pan } = newIdentity()
  const names = { name: 'Rahul Kumar Verma', father: 'Suresh Kumar Verma' } as const
  return {
    ...names,
    dob: '12/08/1994',
    gender: 'MALE',
    aadhaar,
    pan: `${pan.slice(0, 4)}V${pan.slice(5)}`,
  }
}

async function cardsOf({ page }: Scene, of: CardHolder) {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const face = {
    name: 'face.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture(640, 640).arrayBuffer()),
  }
  return { ...(await drawCards(browser, of)), face }
}

/** Chooses a picture file in the tile of this name. */
const upload = ({ page }: Scene, tile: string, file: PictureFile) =>
  page.getByLabel(`${tile}: From a file`).setInputFiles(file)

/** Waits until all three tiles show Done. */
const allDone = ({ page }: Scene) => page.getByText('Done', { exact: true }).nth(2).waitFor()

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
  'a borrower without an OTP sends three pictures, and checks the values read from them',
  async scene => {
    const { page, tap, see, type } = scene
    const who = holder()
    const { front, pan, face } = await cardsOf(scene, who)
    const { verify } = await changeToUploads(scene)

    await see('Still missing: Aadhaar front, PAN, Face')
    await tap('CONFIRM')
    await see('Please Upload Aadhaar front')
    await upload(scene, 'Aadhaar front', front)
    await tap('CONFIRM')
    await see('Please Upload PAN ')
    scene.forgive(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await upload(scene, 'PAN', pan)
    await see('Waiting for the network. We will send it again automatically.')
    await page.context().setOffline(false)
    await see('Still missing: Face')
    await tap('CONFIRM')
    await see('Please Upload Face ')
    await upload(scene, 'Face', face)
    await allDone(scene)

    await see('Is this what your cards say?')
    expect(await page.getByLabel('Aadhaar number').inputValue()).toBe(
      `XXXX XXXX ${who.aadhaar.slice(-4)}`,
    )
    expect(await page.getByLabel('Name on the Aadhaar').inputValue()).toBe(who.name)
    expect(await page.getByLabel('Date of birth').inputValue()).toBe(who.dob)
    expect(await page.locator('[name=panNo]').inputValue()).toBe(who.pan)

    await type('Date of birth', '31/02/1994')
    await tap('CONFIRM')
    await see('Please enter your date of birth.')
    await page.reload()
    await see('Is this what your cards say?')
    await allDone(scene)
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('31/02/1994')
    await type('Date of birth', who.dob)
    await tap('CONFIRM')
    await page.waitForURL(url => url.pathname !== '/auth/identity')
    expect(answered(await verify.status({})).kycAadhaarAndPan).not.toBe(0)
  },
  [androidPhone],
)
