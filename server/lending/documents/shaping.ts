/** Sets the text of a PDF with HarfBuzz, as browsers do. */
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'

/** What pdfkit asks of a font when it sets text; its types do not show it. */
type InnerFont = {
  getGlyph: (id: number, codePoints: readonly number[]) => object
  layout: (text: string) => {
    glyphs: object[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
}

/** A word may have a Latin name before an Indian ending; each script is shaped by its own rules. */
const SAME_SCRIPT = /[\u0900-\u0dff\u200c\u200d]+|[^\u0900-\u0dff\u200c\u200d]+/g

/** Each takes a few megabytes, and there is one for each font file. */
const fonts = new Map<Buffer, Font>()

/**
 * Replaces the shaping of the document's present font, whose file is `bytes`: fontkit, which pdfkit
 * uses, throws at the Telugu syllable pra.
 */
export function shapeWithHarfBuzz(doc: PDFKit.PDFDocument, bytes: Buffer): void {
  const inner = (doc as unknown as { readonly _font: { readonly font: InnerFont } })._font.font
  const font = fonts.get(bytes) ?? new Font(new Face(new Blob(bytes), 0))
  fonts.set(bytes, font)
  inner.layout = text => {
    const glyphs = (text.match(SAME_SCRIPT) ?? []).flatMap(part => shaped(font, part))
    return {
      glyphs: glyphs.map(({ id, codePoints }) => inner.getGlyph(id, codePoints)),
      positions: glyphs.map(({ position }) => position),
      advanceWidth: glyphs.reduce((sum, { position }) => sum + position.xAdvance, 0),
    }
  }
}

/** The glyphs of a text in one script. The first of those that stand for a piece of it names it. */
function shaped(font: Font, text: string) {
  const run = new Run()
  run.addText(text)
  run.guessSegmentProperties()
  shape(font, run)
  const places = run.getGlyphPositions()
  const clusters = run.getGlyphInfos()
  const starts = [...new Set(clusters.map(({ cluster }) => cluster)), text.length].sort(
    (one, other) => one - other,
  )
  const named = new Set<number>()
  return clusters.map(({ codepoint: id, cluster }, at) => {
    const end = starts.find(start => start > cluster)
    const codePoints = named.has(cluster)
      ? []
      : [...text.slice(cluster, end)].map(letter => letter.codePointAt(0) ?? 0)
    named.add(cluster)
    const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {}
    return { id, codePoints, position: { xAdvance, yAdvance, xOffset, yOffset } }
  })
}
