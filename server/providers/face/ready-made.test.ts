import { expect, test } from 'vitest'
import { reEncode } from '#server/platform/files/re-encode.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { facesWithReadyMade } from '#server/providers/face/ready-made.ts'
import { faceSimulator } from '#server/providers/face/simulator.ts'
import { picture } from '#server/providers/simulated/person.ts'

const strict: FacePort = {
  asksForBlink: true,
  check: async () => ({ state: 'unclear', reason: 'no-face' }),
}

async function stored(upload: Blob): Promise<Uint8Array> {
  const clean = await reEncode(new Uint8Array(await upload.arrayBuffer()))
  if (!clean) throw new Error('the picture cannot be read')
  return clean.bytes
}

test('the drawn picture of a ready-made borrower passes, and every other is checked', async () => {
  const faces = facesWithReadyMade(strict, faceSimulator())
  const drawn = await faces.check({ face: await stored(picture()), documents: [] })
  expect(drawn.state).toBe('one-face')
  const other = await faces.check({ face: await stored(picture(241, 240)), documents: [] })
  expect(other).toEqual({ state: 'unclear', reason: 'no-face' })
  expect(faces.asksForBlink).toBe(true)
})
