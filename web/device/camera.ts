/** Why there is no picture from the camera: not allowed, not there, or in use by another app. */
export type CameraProblem = 'denied' | 'missing' | 'busy'

/** The longer side of a picture taken here: plenty for a face, little for a slow network. */
const PICTURE_SIDE_PIXELS = 1_080
const PICTURE_QUALITY = 0.9

/** Many a camera begins with black frames: so many are passed over, each waited for so long, before one is taken as it is. */
const FRAMES_TRIED = 20
const FRAME_PATIENCE_MS = 250
/** To be found black a picture is looked at this small, and every colour of it must be below this. */
const LOOKED_AT_PIXELS = 8
const BLACK_BELOW = 8

/** Asks for the front camera; answers its stream, or why there is none. Whoever opened it closes it. */
export function openFrontCamera(): Promise<MediaStream | CameraProblem> {
  return openCamera({ facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 1_280 } })
}

/** The camera on the back, as fine as it sees: a dense code has over a hundred squares on a side. */
export function openBackCamera(): Promise<MediaStream | CameraProblem> {
  return openCamera({
    facingMode: 'environment',
    width: { ideal: 1_920 },
    height: { ideal: 1_080 },
  })
}

async function openCamera(video: MediaTrackConstraints): Promise<MediaStream | CameraProblem> {
  // Browsers offer no camera at all on an insecure origin.
  if (!navigator.mediaDevices?.getUserMedia) return 'missing'
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video })
  } catch (error) {
    return problemNamed(error instanceof Error ? error.name : '')
  }
}

/** What the name of a refusal of `getUserMedia` means. */
export function problemNamed(name: string): CameraProblem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The largest square in the middle of a frame, and the side of the picture that it becomes. */
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

/** What the camera sees at this moment, as a square JPEG; nothing while it does not see yet. */
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

/** Whether a picture shows nothing at all. */
function isBlack(picture: HTMLCanvasElement): boolean {
  const small = document.createElement('canvas')
  Object.assign(small, { width: LOOKED_AT_PIXELS, height: LOOKED_AT_PIXELS })
  const drawing = small.getContext('2d')
  drawing?.drawImage(picture, 0, 0, LOOKED_AT_PIXELS, LOOKED_AT_PIXELS)
  return (
    drawing !== null &&
    isBlackImage(drawing.getImageData(0, 0, LOOKED_AT_PIXELS, LOOKED_AT_PIXELS).data)
  )
}

/** Whether of these pixels (red, green, blue, opacity) none has a colour to speak of. */
export function isBlackImage(pixels: Uint8ClampedArray): boolean {
  return pixels.every((value, index) => index % 4 === 3 || value < BLACK_BELOW)
}

/** Draws the middle of what the camera sees, as large as a picture is sent; false while it does not see yet. */
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

/** Waits until the camera has shown a frame: before the first one a picture would be black. */
export function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise(resolve => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve())
    else requestAnimationFrame(() => resolve())
  })
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
