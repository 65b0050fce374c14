import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapeWithHarfBuzz } from '#server/lending/documents/shaping.ts'
import { facePath } from '#server/lending/documents/sheet.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

/*
 * A line as a document sets it, drawn from the glyphs and places that pdfkit is given, must look like
 * the line that sharp draws with Pango, from the same font file.
 */

/** Only here: where pictures of borrowers are decoded, no drawing is (platform/files). */
const DRAWINGS = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(DRAWINGS))
afterAll(() => sharp.block(DRAWINGS))

/** The parts of pdfkit's font that we use, which its types do not show. */
type Font = {
  readonly unitsPerEm: number
  readonly layout: (text: string) => {
    readonly glyphs: readonly { readonly id: number; readonly path: { toSVG: () => string } }[]
    readonly positions: readonly {
      readonly xAdvance: number
      readonly xOffset: number
      readonly yOffset: number
    }[]
  }
}

const SIZE = 64
const BASELINE = 120
const MARGIN = 12

/** Lines with conjuncts, reordered vowel signs and marks above and below. */
const LINES = [
  ['hi', 'Noto Sans Devanagari', 'क्षत्रिय श्रीकृष्ण ऋद्धि पेमेंट में अंक'],
  ['ta', 'Noto Sans Tamil', 'க்ஷேத்திரம் ஸ்ரீ கொடுத்தோம் பௌர்ணமி ஷ்ரீ'],
  ['te', 'Noto Sans Telugu', 'క్ష్మ స్త్రీ జ్ఞానం ద్రవ్యోల్బణం ప్రైవసీ ప్రధాన'],
  ['bn', 'Noto Sans Bengali', 'ক্ষুদ্র স্ত্রী জ্ঞান কর্তৃপক্ষ র‍্যান্ডম চেয়ে বেছে পর্বের'],
  ['mr', 'Noto Sans Devanagari', 'क्षत्रिय स्त्री ज्ञान दुरुस्ती ॲप तऱ्हा थांबा'],
] as const satisfies (readonly [Language, family: string, line: string])[]

function fontOf(language: Language, face: 'plain' | 'strong' = 'plain'): Font {
  const bytes = readFileSync(facePath(language, face))
  const doc = new PDFDocument().font(bytes)
  shapeWithHarfBuzz(doc, bytes)
  return (doc as unknown as { _font: { font: Font } })._font.font
}

/** Everything that a document may say. */
function messagesOf(language: Language): { id: string; text: string }[] {
  return ['keyfacts', 'addendum', 'document'].flatMap(area => {
    const file = new URL(`../../../words/${language}/server/${area}.json`, import.meta.url)
    const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    return Object.entries(messages).map(([id, text]) => ({ id, text }))
  })
}

/** The line as a document sets it; `parts` are shaped one by one. */
function drawnByUs(font: Font, parts: readonly string[]): Buffer {
  const scale = SIZE / font.unitsPerEm
  let x = MARGIN / scale
  const paths = parts.flatMap(part => {
    const { glyphs, positions } = font.layout(part)
    return glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
      const place = `translate(${(x + xOffset) * scale},${BASELINE - yOffset * scale})`
      x += xAdvance
      return `<path transform="${place} scale(${scale},${-scale})" d="${glyph.path.toSVG()}"/>`
    })
  })
  const width = Math.ceil(x * scale) + MARGIN
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${2 * BASELINE}">${paths.join('')}</svg>`,
  )
}

function drawnByPango(language: Language, family: string, text: string): Promise<Buffer> {
  const points = (SIZE * 72) / 96
  const fontfile = facePath(language, 'plain')
  return sharp({ text: { text, font: `${family} ${points}`, fontfile, dpi: 96, rgba: true } })
    .png()
    .toBuffer()
}

/** The ink of a picture, on the same small ground, blurred so that a hair's breadth does not count. */
async function inkOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture)
    .flatten({ background: 'white' })
    .greyscale()
    .trim({ threshold: 40 })
    .resize(800, 80, { fit: 'fill' })
    .blur(2)
    .raw()
    .toBuffer()
}

/** The mean difference of two pictures, of 255. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([inkOf(one), inkOf(other)])
  return a.reduce((sum, ink, at) => sum + Math.abs(ink - (b[at] ?? 0)), 0) / a.length
}

describe.each(LINES)('%s, in %s', (language, family, line) => {
  test('is drawn as everybody else draws it, and a line that is not shaped is not', async () => {
    const font = fontOf(language)
    // The words of a document must not change those that follow.
    for (const { text } of messagesOf(language))
      for (const word of text.split(/(?<= )/)) font.layout(word)
    const theirs = await drawnByPango(language, family, line)
    // pdfkit sets a text word by word.
    const shaped = await differenceOf(drawnByUs(font, line.split(/(?<= )/)), theirs)
    const unshaped = await differenceOf(drawnByUs(font, [...line]), theirs)
    expect(shaped).toBeLessThan(10)
    expect(unshaped).toBeGreaterThan(20)
  })
})

test.each(LANGUAGES)('every message of a document has its glyphs: %s', language => {
  for (const face of ['plain', 'strong'] as const) {
    const font = fontOf(language, face)
    const lacking = messagesOf(language).filter(({ text }) =>
      text.split(' ').some(word => font.layout(word).glyphs.some(({ id }) => id === 0)),
    )
    expect(lacking).toEqual([])
  }
})
