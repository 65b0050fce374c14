import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WASM = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))

let writer: Promise<unknown> | undefined

/** A QR code and its modules, row by row; 0 is dark. `scale` is the picture's pixels per module. */
export async function qrCode(text: string, scale = 1) {
  // We pass the WebAssembly file in: by default the library would fetch it from the network.
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
  if (!image) throw new Error(`the QR code cannot be drawn: ${error}`)
  return { svg, image, symbol }
}

/** The code of a text as rows of modules; `1` is dark. */
export async function modulesOf(text: string): Promise<string[]> {
  const { data, width, height } = (await qrCode(text)).symbol
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), module =>
      module === 0 ? '1' : '0',
    ).join(''),
  )
}
