/**
 * Runs the face models in a worker, so that the page stays smooth. Pictures stay on this device.
 */
import * as tf from '@tensorflow/tfjs-core'
import { Human } from 'face-models/human'
import { eyeOpenness } from '#domain/identity/eyes.ts'
import type { FaceDetection, Frame, FromWorker } from './detector.ts'
import { loadModels, MODEL_FOLDER } from './models.ts'

const afresh = { skipFrames: 0, skipTime: 0 }
const off = { enabled: false }
const config = {
  backend: 'wasm',
  modelBasePath: MODEL_FOLDER,
  debug: false,
  async: false,
  cacheModels: false,
  cacheSensitivity: 0,
  skipAllowed: false,
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: { maxDetected: 3, minConfidence: 0.3, rotation: false, ...afresh },
    mesh: { enabled: true, ...afresh },
    iris: { enabled: true, ...afresh },
    description: off,
    antispoof: off,
    liveness: off,
    emotion: off,
  },
}
/**
 * As on the server: below this confidence it is not a face, and a face much smaller than the
 * largest one is in the background.
 */
const SURE_BOX = 0.5
const BACKGROUND_SHARE = 0.4

const say = (message: FromWorker) => self.postMessage(message)

let bytes = 0
loadModels(more => {
  bytes += more
  say({ kind: 'loading', bytes })
})
// The library prints a greeting to the console.
console.log = () => undefined
const human = new Human(config)
const ready = human.load().then(() => say({ kind: 'ready' }))
ready.catch(() => say({ kind: 'failed' }))

self.onmessage = ({ data }: MessageEvent<Frame>) => {
  ready
    .then(() => detect(data))
    .then(
      detection => say({ kind: 'detected', detection }),
      () => say({ kind: 'failed' }),
    )
}

async function detect({ pixels, width, height }: Frame): Promise<FaceDetection> {
  const { rgb, brightness } = withoutAlpha(pixels)
  const input = tf.tensor3d(rgb, [height, width, 3], 'int32')
  const { face } = await human.detect(input).finally(() => input.dispose())
  const sure = face
    .filter(({ boxScore }) => boxScore >= SURE_BOX)
    .sort((a, b) => b.box[2] - a.box[2])
  const widest = sure[0]
  if (!widest)
    return {
      view: { faces: 0, width: 0, offCentre: 0, brightness },
      place: undefined,
      openness: undefined,
    }
  const side = Math.min(width, height)
  const [left, top, boxWidth, boxHeight] = widest.box
  const place = {
    x: (left + boxWidth / 2) / side,
    y: (top + boxHeight / 2) / side,
    width: boxWidth / side,
  }
  const offCentre = Math.hypot(place.x - width / side / 2, place.y - height / side / 2)
  const faces = sure.filter(({ box }) => box[2] >= boxWidth * BACKGROUND_SHARE).length
  return {
    view: { faces, width: place.width, offCentre, brightness },
    place,
    openness: eyeOpenness(widest.annotations),
  }
}

function withoutAlpha(rgba: Uint8ClampedArray): { rgb: Uint8Array; brightness: number } {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  let sum = 0
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    for (let channel = 0; channel < 3; channel += 1, to += 1) {
      const value = rgba[from + channel] ?? 0
      rgb[to] = value
      sum += value
    }
  }
  return { rgb, brightness: rgb.length === 0 ? 0 : sum / rgb.length / 255 }
}
