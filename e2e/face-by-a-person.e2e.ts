import { expect } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { arriveAtFace, faceFilm, person, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { signedInAs } from '#e2e/rig/signed-in-as.ts'
import { somebody } from '#e2e/rig/walk.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { jpegOf } from '#server/testing/face-pictures.ts'

openOwnProduct(REAL_FACE_CHECK, () => faceFilm('nothing'))

journey(
  'asks a still face for another try, and shows the reason when a person denies it',
  async scene => {
    const { page, tap, see, server } = scene
    await arriveAtFace(scene, somebody())
    await tap('Open camera')
    await page.getByText('We did not see you blink.').waitFor({ timeout: 90_000 })
    expect(await page.getByAltText('The picture of your face').count()).toBe(0)
    await tap('Try again')
    await page.getByText('We did not see you blink.').waitFor({ state: 'detached' })
    await tap('Take picture without blinking')
    await page.getByAltText('The picture of your face').waitFor()
    await see('If you don’t blink, our team will check your picture.')
    await tap('NEXT')
    await page.getByRole('heading', { name: 'Our team will check your picture' }).waitFor()

    const officer = await signedInAs(server.origin, 'kyc-officer')
    const faces = officer.calls(staffContract.staffFace)
    const waiting = await officer.calls(staffContract.inbox).list({ kind: 'face' })
    const documentId = (waiting.ok && waiting.data.items[0]?.id) || ''
    expect(await faces.open({ documentId, why: 'identity' })).toMatchObject({ ok: true })
    const denial = { documentId, reason: 'This is a photograph of a photograph.' }
    expect(await faces.deny(denial)).toMatchObject({ ok: true })
    await page.goto('/auth/face?pid=saral-weekly')
    await see('This is a photograph of a photograph.')
    await tap('NEXT')
    await see('Open camera')
  },
  [iPhone],
)

journey(
  'takes an uploaded picture without a camera, and goes on while a person reviews it',
  async scene => {
    const { page, tap, see, arrive } = scene
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('none', 'NotFoundError'))
    })
    await arriveAtFace(scene, somebody())
    await tap('Open camera')
    await see('We found no camera. Upload a picture instead.')
    const upload = page.locator('input[type=file]')
    const noFace = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture(400, 400).arrayBuffer()),
    }
    await upload.setInputFiles(noFace)
    await page.getByAltText('The picture of your face').waitFor()
    await tap('NEXT')
    await see('We see no face.')
    expect(await page.getByText('Send it as it is. Our team will check it.').count()).toBe(1)

    await upload.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpegOf(await person(), 0),
    })
    await page.getByText('We see no face.').waitFor({ state: 'detached' })
    await tap('NEXT')
    await page.getByRole('heading', { name: 'Our team will check your picture' }).waitFor()
    await tap('NEXT')
    await arrive('/auth/contacts')
  },
  [iPhone],
)
