import { reEncode } from '#server/platform/files/re-encode.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { picture } from '#server/providers/simulated/person.ts'

/**
 * A face check that leaves the drawn picture of the sandbox's ready-made borrowers to the simulated
 * one: it shows no face. For a demonstration alone, where every vendor is simulated.
 */
export function facesWithReadyMade(face: FacePort, simulated: FacePort): FacePort {
  let drawing: Promise<Uint8Array | undefined> | undefined
  return {
    asksForBlink: face.asksForBlink,
    prepare: () => face.prepare?.(),
    async check(pictures) {
      drawing ??= drawnPicture()
      const drawn = await drawing
      const isDrawn = drawn !== undefined && Buffer.compare(drawn, pictures.face) === 0
      return (isDrawn ? simulated : face).check(pictures)
    },
  }
}

/** The bytes that are stored of the drawn picture. */
async function drawnPicture(): Promise<Uint8Array | undefined> {
  const clean = await reEncode(new Uint8Array(await picture().arrayBuffer()))
  return clean?.bytes
}
