import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const width = 1_280
const height = 720
const frames = 4
const quietModules = 4
const paper = 215
const ink = 35

/** Makes a film of a QR code that moves slightly, as if a hand held it before the camera. */
export async function filmOfCode(digits: string): Promise<Buffer> {
  const wasm = readFileSync(
    fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')),
  )
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const { symbol } = await writeBarcode(digits, { format: 'QRCode', options: 'ecLevel=L' })
  const colours = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420mpeg2\n`),
  ]
  for (let frame = 0; frame < frames; frame++)
    parts.push(Buffer.from('FRAME\n'), brightness(symbol, frame), colours)
  return Buffer.concat(parts)
}

type Symbol = { readonly data: ArrayLike<number>; readonly width: number; readonly height: number }

function brightness(symbol: Symbol, shift: number): Buffer {
  const scale = Math.floor(height / (symbol.height + 2 * quietModules))
  const left = (width - symbol.width * scale) / 2 + shift
  const top = (height - symbol.height * scale) / 2 + shift
  const pixels = Buffer.alloc(width * height, paper)
  for (let y = 0; y < symbol.height * scale; y++) {
    for (let x = 0; x < symbol.width * scale; x++) {
      const module = symbol.data[Math.floor(y / scale) * symbol.width + Math.floor(x / scale)]
      if (module === 0) pixels[(Math.floor(top) + y) * width + Math.floor(left) + x] = ink
    }
  }
  return pixels
}
