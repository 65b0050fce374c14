import workerUrl from '#web/device/code/reader-worker.ts?worker&url'
import { trustedScript } from '#web/device/trusted-script.ts'
import type { Answered, Asked } from './messages.ts'

/** Looks for QR codes in pictures, off the page's own thread. `close` ends it. */
export type CodeReader = {
  /** What every code in the picture says; nothing where it has none. Throws where this browser cannot look, or not at this picture. */
  readonly read: (image: Blob | ImageBitmap) => Promise<readonly string[]>
  readonly close: () => void
}

type Waiting = {
  readonly resolve: (texts: readonly string[]) => void
  readonly reject: (why: Error) => void
}

export function openCodeReader(): CodeReader {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let asked = 0

  worker.onmessage = ({ data }: MessageEvent<Answered>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.texts === 'failed') one?.reject(new Error('the picture could not be read'))
    else one?.resolve(data.texts)
  }
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('codes cannot be read here'))
    waiting.clear()
  }
  return {
    read: image =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        const message: Asked = { id: asked, image }
        worker.postMessage(message, image instanceof Blob ? [] : [image])
      }),
    close: () => worker.terminate(),
  }
}
