import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WASM = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))
/** Pixels a module: a dense code has a good hundred of them on a side. */
const SCALE = 6

let writer: Promise<unknown> | undefined

/** Draws digits as a QR code, for a screen and for saving. */
export async function codePicture(digits: string): Promise<{ readonly svg: string; readonly png: Buffer }> {
  // Its own file, given to it: left alone it would fetch one from the network.
  writer ??= readFile(WASM).then(bytes =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(bytes).buffer }, fireImmediately: true }),
  )
  await writer
  const { svg, image, error } = await writeBarcode(digits, { format: 'QRCode', options: 'ecLevel=L', scale: SCALE })
  if (!image) throw new Error(`the code cannot be drawn: ${error}`)
  return { svg, png: Buffer.from(await image.arrayBuffer()) }
}
