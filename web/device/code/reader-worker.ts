/** Reads QR codes in a worker, so that the page stays responsive. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { fittedSize } from '#web/device/compress.ts'
import type { ReadAnswer, ReadRequest } from './messages.ts'

/** First at screen size, which is fast; then at the size that a dense code in a corner needs. */
const SIDES_PIXELS = [1_600, 3_600]
const MAX_CODES = 4

// By default it would fetch its WebAssembly from another host.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => void answer(data))

async function answer({ id, image }: ReadRequest): Promise<void> {
  const texts = await textsIn(image).catch(() => 'failed' as const)
  postMessage({ id, texts } satisfies ReadAnswer)
}

async function textsIn(image: Blob | ImageBitmap): Promise<readonly string[]> {
  const bitmap =
    image instanceof Blob
      ? await createImageBitmap(image, { imageOrientation: 'from-image' })
      : image
  try {
    for (const side of sidesFor(bitmap)) {
      const texts = await textsAt(bitmap, side)
      if (texts.length > 0) return texts
    }
    return []
  } finally {
    bitmap.close()
  }
}

/** The larger size is used only if the picture has it. */
function sidesFor({ width, height }: ImageBitmap): number[] {
  const longer = Math.max(width, height)
  return SIDES_PIXELS.filter((_side, at) => at === 0 || longer > (SIDES_PIXELS[at - 1] ?? 0))
}

async function textsAt(bitmap: ImageBitmap, side: number): Promise<readonly string[]> {
  const { width, height } = fittedSize(bitmap.width, bitmap.height, side)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('canvas context is unavailable')
  context.drawImage(bitmap, 0, 0, width, height)
  const barcodes = await readBarcodes(context.getImageData(0, 0, width, height), {
    formats: ['QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: MAX_CODES,
  })
  return barcodes.filter(({ isValid }) => isValid).map(({ text }) => text)
}
