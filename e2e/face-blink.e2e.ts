import { expect } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { arriveAtFace, faceFilm, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { somebody } from '#e2e/rig/walk.ts'

openOwnProduct(REAL_FACE_CHECK, () => faceFilm('blinks'))

journey(
  'accepts a person who blinks before the camera',
  async scene => {
    const { page, tap, see, arrive } = scene
    await arriveAtFace(scene, somebody())
    await tap('Open camera')
    await page.getByAltText('The picture of your face').waitFor()
    expect(
      await page.getByText(/our team will check/i).count(),
      'a blink was seen, so nobody is asked to look',
    ).toBe(0)
    await tap('NEXT')
    await see('Your picture was accepted')
    expect(await page.getByText(/our team will check/i).count()).toBe(0)
    await tap('NEXT')
    await arrive('/auth/contacts')
  },
  [iPhone],
)
