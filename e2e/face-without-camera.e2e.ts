import { expect } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { arriveAtFace, person, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { somebody } from '#e2e/rig/walk.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { jpegOf } from '#server/testing/face-pictures.ts'

openOwnProduct(REAL_FACE_CHECK, 'no-camera')

journey(
  'takes an uploaded picture without a camera, and goes on while a person reviews it',
  async scene => {
    const { page, tap, see, arrive, look } = scene
    await arriveAtFace(scene, somebody())
    await tap('Open camera')
    await see('We found no camera. Upload a picture instead.')
    await look('face without camera')
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
    await look('face not found')
    expect(await page.getByText('Send it as it is. Our team will check it.').count()).toBe(1)

    await upload.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpegOf(await person(), 0),
    })
    await page.getByText('We see no face.').waitFor({ state: 'detached' })
    await tap('NEXT')
    await see('Our team will check your picture')
    await tap('NEXT')
    await arrive('/auth/contacts')
  },
  [iPhone],
)
