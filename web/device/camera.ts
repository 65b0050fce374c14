/**
 * The reason why there is no picture from the camera: not allowed, not present, or in use by
 * another app.
 */
export type CameraProblem = 'denied' | 'missing' | 'busy'

/** The longer side of a picture taken here: enough for a face, small enough for a slow network. */
const PICTURE_SIDE_PIXELS = 1_080
const PICTURE_QUALITY = 0.9

/**
 * Many cameras start with black frames: up to this many are skipped, with this pause after each.
 */
const FRAMES_TRIED = 20
const FRAME_PATIENCE_MS = 250
/**
 * A picture is shrunk to this size to test whether it is black, which means that every colour value
 * is below this limit.
 */
const DETECTION_PIXELS = 8
const BLACK_BELOW = 8

/** Opens the front camera; returns its stream, or why there is none. The caller must close it. */
export function openFrontCamera(): Promise<MediaStream | CameraProblem> {
  return openCamera({ facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 1_280 } })
}

/**
 * Opens the back camera at its highest resolution: a dense code has over a hundred squares per
 * side.
 */
export function openBackCamera(): Promise<MediaStream | CameraProblem> {
  return openCamera({
    facingMode: 'environment',
    width: { ideal: 1_920 },
    height: { ideal: 1_080 },
  })
}

async function openCamera(video: MediaTrackConstraints): Promise<MediaStream | CameraProblem> {
  // Browsers offer no camera on an insecure origin.
  if (!navigator.mediaDevices?.getUserMedia) return 'missing'
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video })
  } catch (error) {
    return problemNamed(error instanceof Error ? error.name : '')
  }
}

/** The problem by the name of a `getUserMedia` error. */
export function problemNamed(name: string): CameraProblem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The largest central square of a frame, and the side of the resulting picture. */
export function middleSquare(
  width: number,
  height: number,
): { x: number; y: number; side: number; pictureSide: number } {
  const side = Math.min(width, height)
  return {
    x: (width - side) / 2,
    y: (height - side) / 2,
    side,
    pictureSide: Math.min(side, PICTURE_SIDE_PIXELS),
  }
}

/** The camera's current frame as a square JPEG; undefined before its first frame. */
export async function pictureFrom(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  let isDrawn = false
  for (let frame = 0; frame < FRAMES_TRIED; frame += 1) {
    await Promise.race([nextFrame(video), pause(FRAME_PATIENCE_MS)])
    isDrawn = drawMiddle(video, canvas)
    if (isDrawn && !isBlack(canvas)) break
  }
  return isDrawn ? canvasJpeg(canvas) : undefined
}

/** Whether a picture is completely black. */
function isBlack(picture: HTMLCanvasElement): boolean {
  const small = document.createElement('canvas')
  Object.assign(small, { width: DETECTION_PIXELS, height: DETECTION_PIXELS })
  const drawing = small.getContext('2d')
  drawing?.drawImage(picture, 0, 0, DETECTION_PIXELS, DETECTION_PIXELS)
  return (
    drawing !== null &&
    isBlackImage(drawing.getImageData(0, 0, DETECTION_PIXELS, DETECTION_PIXELS).data)
  )
}

/** Whether none of these pixels (red, green, blue, opacity) has a visible colour. */
export function isBlackImage(pixels: Uint8ClampedArray): boolean {
  return pixels.every((value, index) => index % 4 === 3 || value < BLACK_BELOW)
}

/**
 * Draws the centre of the camera's frame at the size of a sent picture; false before its first
 * frame.
 */
export function drawMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { x, y, side, pictureSide } = middleSquare(video.videoWidth, video.videoHeight)
  if (side === 0) return false
  if (canvas.width !== pictureSide)
    Object.assign(canvas, { width: pictureSide, height: pictureSide })
  canvas.getContext('2d')?.drawImage(video, x, y, side, side, 0, 0, pictureSide, pictureSide)
  return true
}

export function canvasJpeg(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  return new Promise(resolve =>
    canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', PICTURE_QUALITY),
  )
}

/** Waits until the camera has shown a frame: before that a picture would be black. */
export function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise(resolve => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve())
    else requestAnimationFrame(() => resolve())
  })
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
