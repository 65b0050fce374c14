import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WASM = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))

let writer: Promise<unknown> | undefined

/** A QR code; of its squares, row by row, the dark ones are 0. `scale` is in pixels a square, for the picture. */
export async function qrCode(text: string, scale = 1) {
  // Its own file, given to it: left alone it would fetch one from the network.
  writer ??= readFile(WASM).then(bytes =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(bytes).buffer },
      fireImmediately: true,
    }),
  )
  await writer
  const { svg, image, symbol, error } = await writeBarcode(text, {
    format: 'QRCode',
    options: 'ecLevel=L',
    scale,
  })
  if (!image) throw new Error(`the code cannot be drawn: ${error}`)
  return { svg, image, symbol }
}
