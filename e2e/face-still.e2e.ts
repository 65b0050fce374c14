import { expect } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { arriveAtFace, faceFilm, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { signedInAs } from '#e2e/rig/signed-in-as.ts'
import { somebody } from '#e2e/rig/walk.ts'

openOwnProduct(REAL_FACE_CHECK, () => faceFilm('nothing'))

journey(
  'asks a still face for another try, and shows the reason when a person denies it',
  async scene => {
    const { page, tap, see, look, server } = scene
    await arriveAtFace(scene, somebody())
    await tap('Open camera')
    await page.getByText('We did not see you blink.').waitFor({ timeout: 90_000 })
    await look('face without blink')
    expect(await page.getByAltText('The picture of your face').count()).toBe(0)
    await tap('Try again')
    await page.getByText('We did not see you blink.').waitFor({ state: 'detached' })
    await tap('Take picture without blinking')
    await page.getByAltText('The picture of your face').waitFor()
    await see('If you don’t blink, our team will check your picture.')
    await tap('NEXT')
    await see('Our team will check your picture')
    await look('face waits for a person')

    const officer = await signedInAs(server.origin, 'kyc-officer')
    const faces = officer.calls(staffContract.staffFace)
    const waiting = await officer.calls(staffContract.inbox).list({ kind: 'face' })
    const documentId = (waiting.ok && waiting.data.items[0]?.id) || ''
    expect(await faces.open({ documentId, why: 'identity' })).toMatchObject({ ok: true })
    const denial = { documentId, reason: 'This is a photograph of a photograph.' }
    expect(await faces.deny(denial)).toMatchObject({ ok: true })
    await page.goto('/auth/face?pid=saral-weekly')
    await see('This is a photograph of a photograph.')
    await look('face denied')
    await tap('NEXT')
    await see('Open camera')
  },
  [iPhone],
)
