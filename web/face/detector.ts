import type { FaceView } from '#domain/identity/face.ts'
import { trustedScript } from '#web/device/trusted-script.ts'
import address from './face-worker.ts?worker&url'

/** The camera's view at one moment: red, green, blue and an unused byte for every pixel. */
export type Frame = {
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The result for one frame; positions and widths are shares of its shorter side. */
export type FaceDetection = {
  readonly view: FaceView
  readonly place: { readonly x: number; readonly y: number; readonly width: number } | undefined
  readonly openness: number | undefined
}

export type FromWorker =
  /** This many bytes of the models have arrived, unpacked. */
  | { readonly kind: 'loading'; readonly bytes: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'detected'; readonly detection: FaceDetection }
  | { readonly kind: 'failed' }

/**
 * Face detection on this device. It processes one frame at a time; after `close` it gives no more
 * results.
 */
export type FaceDetector = {
  readonly detect: (frame: Frame) => Promise<FaceDetection>
  readonly close: () => void
}

/** The sizes of the models, unpacked and compressed; computed by the build. */
export const MODEL_BYTES: { readonly unpacked: number; readonly packed: number } = import.meta.env
  .VITE_FACE_MODEL_BYTES

/**
 * Loads the models into a worker; rejects if they are unavailable here, or when `signal` aborts the
 * download.
 */
export function openFaceDetector(
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<FaceDetector> {
  const worker = new Worker(trustedScript(address), { type: 'module' })
  return new Promise((resolve, reject) => {
    const fail = () => {
      worker.terminate()
      reject(new Error('Face models could not be loaded.'))
    }
    signal.addEventListener('abort', fail)
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'loading') onShare(Math.min(1, data.bytes / MODEL_BYTES.unpacked))
      else if (data.kind === 'failed') fail()
      else if (data.kind === 'ready') {
        signal.removeEventListener('abort', fail)
        resolve(detectorOf(worker))
      }
    }
  })
}

function detectorOf(worker: Worker): FaceDetector {
  return {
    detect: frame =>
      new Promise((resolve, reject) => {
        worker.onerror = () => reject(new Error('Face worker crashed.'))
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === 'detected') resolve(data.detection)
          else if (data.kind === 'failed') reject(new Error('Face models failed.'))
        }
        worker.postMessage(frame)
      }),
    close: () => worker.terminate(),
  }
}
