import { blinkState, type EyeSample } from '#domain/identity/blink.ts'
import { type FaceFit, faceFit, isStill } from '#domain/identity/face.ts'
import { canvasJpeg, drawMiddle, nextFrame } from '#web/device/camera.ts'
import type { FaceDetection, FaceDetector, Frame } from './detector.ts'

/** The advice to the person in front of the camera; `blink`: everything is fine, and we wait for the blink. */
export type Advice = Exclude<FaceFit, 'fits'> | 'hold-still' | 'blink'

/** The face after the blink, and during it. */
export type BlinkPictures = { readonly picture: Blob; readonly closed: Blob }

/** The models process a square of this side; the sent picture is larger. */
const DETECTION_PIXELS = 480

/**
 * Checks frame by frame until the person blinks; returns `no-blink` after the time limit, and
 * undefined when `signal` aborts.
 */
export async function watchForBlink(
  video: HTMLVideoElement,
  detector: FaceDetector,
  onAdvice: (advice: Advice) => void,
  signal: AbortSignal,
): Promise<BlinkPictures | 'no-blink' | undefined> {
  const whole = document.createElement('canvas')
  const small = document.createElement('canvas')
  const samples: EyeSample[] = []
  let before: FaceDetection['place']
  let closed: Closed | undefined
  while (!signal.aborted) {
    const frame = await frameOf(video, whole, small)
    if (!frame) continue
    const atMs = performance.now()
    const detection = await detector.detect(frame)
    const advice = adviceOn(detection, before)
    before = detection.place
    const openness = advice === 'blink' ? detection.openness : undefined
    samples.push({ atMs, openness })
    closed = moreClosed(closed, openness, frame)
    onAdvice(advice)
    const state = blinkState(samples)
    if (state === 'failed') return 'no-blink'
    if (state === 'blinked' && closed) return picturesOf(whole, closed.frame, small)
  }
  return undefined
}

type Closed = { readonly openness: number; readonly frame: Frame }

/** The frame with the most closed eyes since the face was last lost. */
function moreClosed(
  closed: Closed | undefined,
  openness: number | undefined,
  frame: Frame,
): Closed | undefined {
  if (openness === undefined) return undefined
  return closed && closed.openness <= openness ? closed : { openness, frame }
}

export function adviceOn({ view, place }: FaceDetection, before: FaceDetection['place']): Advice {
  const fit = faceFit(view)
  if (fit !== 'fits') return fit
  return place && before && isStill(before, place) ? 'blink' : 'hold-still'
}

async function frameOf(
  video: HTMLVideoElement,
  whole: HTMLCanvasElement,
  small: HTMLCanvasElement,
): Promise<Frame | undefined> {
  await nextFrame(video)
  if (!drawMiddle(video, whole)) return undefined
  const side = Math.min(DETECTION_PIXELS, whole.width)
  if (small.width !== side) Object.assign(small, { width: side, height: side })
  const drawing = small.getContext('2d', { willReadFrequently: true })
  if (!drawing) return undefined
  drawing.drawImage(whole, 0, 0, side, side)
  return { pixels: drawing.getImageData(0, 0, side, side).data, width: side, height: side }
}

async function picturesOf(
  whole: HTMLCanvasElement,
  { pixels, width, height }: Frame,
  small: HTMLCanvasElement,
): Promise<BlinkPictures | undefined> {
  small
    .getContext('2d')
    ?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
  const [picture, closed] = await Promise.all([canvasJpeg(whole), canvasJpeg(small)])
  return picture && closed && { picture, closed }
}
