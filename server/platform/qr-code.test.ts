import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { qrCode } from '#server/platform/qr-code.ts'

test('reads a code back, and its modules match its picture', async () => {
  const wasm = readFileSync(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  )
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const text = 'https://saral.example/verify-document#7K3M-9QPX-0000-ABCD'
  const { image, symbol, svg } = await qrCode(text, 4)
  expect((await readBarcodes(image)).map(read => read.text)).toEqual([text])
  expect(symbol.data.length).toBe(symbol.width * symbol.height)
  expect(svg).toContain('<svg')
})
