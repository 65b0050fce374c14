import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { iPhone } from '#e2e/rig/device.ts'
import { arriveAtFace, faceFilm, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { somebody } from '#e2e/rig/walk.ts'

openTheProduct(REAL_FACE_CHECK, () => faceFilm('nothing'))

const desk = fileURLToPath(new URL('../server/commands/desk.ts', import.meta.url))

journey(
  'asks a still face for another try, and shows the reason when the operations desk denies it',
  async scene => {
    const { page, tap, see, look, server } = scene
    const runDesk = async (...words: string[]) =>
      (
        await promisify(execFile)(process.execPath, [desk, ...words], {
          env: { ...process.env, ...server.env },
        })
      ).stdout
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

    const [, faceId = ''] =
      /waits? for a look \(npm run desk -- look <id>\):\n\n([0-9a-f-]{36})/.exec(await runDesk()) ??
      []
    expect(await runDesk('deny', faceId, 'This is a photograph of a photograph.')).toContain(
      'denied',
    )
    await page.goto('/auth/face?pid=saral-weekly')
    await see('This is a photograph of a photograph.')
    await look('face denied')
    await tap('NEXT')
    await see('Open camera')
  },
  [iPhone],
)
