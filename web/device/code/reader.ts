import workerUrl from '#web/device/code/reader-worker.ts?worker&url'
import { trustedScript } from '#web/device/trusted-script.ts'
import type { ReadAnswer, ReadRequest } from './messages.ts'

/** Searches pictures for QR codes in a worker. `close` ends it. */
export type CodeReader = {
  /**
   * The texts of all codes in the picture; empty if it has none. Throws if this browser cannot read
   * codes, or cannot read the picture.
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
  let lastId = 0

  worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
    const request = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.texts === 'failed') request?.reject(new Error('picture could not be read'))
    else request?.resolve(data.texts)
  }
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('QR code reader failed'))
    waiting.clear()
  }
  return {
    read: image =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        const message: ReadRequest = { id: lastId, image }
        worker.postMessage(message, image instanceof Blob ? [] : [image])
      }),
    close: () => worker.terminate(),
  }
}
