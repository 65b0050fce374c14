import workerUrl from '#web/device/code/reader-worker.ts?worker&url'
import { trustedScript } from '#web/device/trusted-script.ts'
import type { Answered, Asked } from './messages.ts'

/** Searches pictures for QR codes in a worker. `close` ends it. */
export type CodeReader = {
  /**
   * The texts of all codes in the picture; empty if it has none. Throws if this browser cannot read
   * codes, or not in this picture.
   */
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
    if (data.texts === 'failed') one?.reject(new Error('picture could not be read'))
    else one?.resolve(data.texts)
  }
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('QR code reader failed'))
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
