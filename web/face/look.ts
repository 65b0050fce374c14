import type { FaceView } from '#domain/identity/face.ts'
import { trustedScript } from '#web/device/trusted-script.ts'
import address from './face-worker.ts?worker&url'

/** What the camera shows at one moment: red, green, blue and an unused byte for every point. */
export type Frame = {
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** What was seen in a frame; places and widths are shares of its shorter side. */
export type FaceLook = {
  readonly view: FaceView
  readonly place: { readonly x: number; readonly y: number; readonly width: number } | undefined
  readonly openness: number | undefined
}

export type FromWorker =
  /** So many bytes of the models are here, unpacked. */
  | { readonly kind: 'loading'; readonly bytes: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'seen'; readonly look: FaceLook }
  | { readonly kind: 'failed' }

/** Eyes on this device. One frame is looked at at a time; after `close` nothing is answered. */
export type FaceEyes = {
  readonly look: (frame: Frame) => Promise<FaceLook>
  readonly close: () => void
}

/** What the models weigh, unpacked and on the way; counted by the build. */
export const MODEL_BYTES: { readonly unpacked: number; readonly packed: number } = import.meta.env
  .VITE_FACE_MODEL_BYTES

/** Fetches the models into a thread of their own; rejects where they cannot be had here, or `signal` gives them up on the way. */
export function openEyes(onShare: (share: number) => void, signal: AbortSignal): Promise<FaceEyes> {
  const worker = new Worker(trustedScript(address), { type: 'module' })
  return new Promise((resolve, reject) => {
    const fail = () => {
      worker.terminate()
      reject(new Error('The face models are not to be had.'))
    }
    signal.addEventListener('abort', fail)
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'loading') onShare(Math.min(1, data.bytes / MODEL_BYTES.unpacked))
      else if (data.kind === 'failed') fail()
      else if (data.kind === 'ready') {
        signal.removeEventListener('abort', fail)
        resolve(eyesOf(worker))
      }
    }
  })
}

function eyesOf(worker: Worker): FaceEyes {
  return {
    look: frame =>
      new Promise((resolve, reject) => {
        worker.onerror = () => reject(new Error('The face models ended.'))
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === 'seen') resolve(data.look)
          else if (data.kind === 'failed') reject(new Error('The face models failed.'))
        }
        worker.postMessage(frame)
      }),
    close: () => worker.terminate(),
  }
}
