/** Sets the text of a PDF with HarfBuzz, as browsers do, so that it can be copied, searched and read aloud. */
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'

type Glyph = { readonly id: number; readonly advanceWidth: number; codePoints: readonly number[] }
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
/** The part of a font that pdfkit uses to set text; its types do not show it. */
type InnerFont = {
  getGlyph: (id: number, codePoints: readonly number[]) => Glyph
  layout: (text: string) => { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }
}
/** A font as pdfkit embeds it: `unicode` is the text of each code, by which readers find words. */
type EmbeddedFont = {
  readonly font: InnerFont
  readonly scale: number
  readonly subset: { readonly glyphs: number[]; readonly mapping: Record<number, number> }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  layout: (text: string) => { readonly glyphs: readonly Glyph[]; readonly positions: Position[] }
  encode: (text: string) => [codes: string[], positions: Position[]]
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
  const embedded = (doc as unknown as { readonly _font: EmbeddedFont })._font
  const inner = embedded.font
  const font = fonts.get(bytes) ?? new Font(new Face(new Blob(bytes), 0))
  fonts.set(bytes, font)
  inner.layout = text => {
    const glyphs = (text.match(SAME_SCRIPT) ?? []).flatMap(part => shaped(font, part))
    return {
      // fontkit keeps one glyph for each id: here the same glyph may stand for other text elsewhere.
      glyphs: glyphs.map(({ id, codePoints }) =>
        Object.assign(Object.create(inner.getGlyph(id, [])) as Glyph, { codePoints }),
      ),
      positions: glyphs.map(({ position }) => position),
      advanceWidth: glyphs.reduce((sum, { position }) => sum + position.xAdvance, 0),
    }
  }
  encodeByText(embedded)
}

/** Gives a glyph one code for each text that it stands for: a code can have one text only. */
function encodeByText(embedded: EmbeddedFont): void {
  const { subset, widths, unicode, scale } = embedded
  const codes = new Map<string, number>()
  const codeOf = ({ id, codePoints, advanceWidth }: Glyph): number => {
    const key = [id, ...codePoints].join()
    const cached = codes.get(key)
    if (cached !== undefined) return cached
    const code = subset.glyphs.push(id) - 1
    subset.mapping[id] ??= code
    widths[code] = advanceWidth * scale
    unicode[code] = codePoints
    codes.set(key, code)
    return code
  }
  embedded.encode = text => {
    const { glyphs, positions } = embedded.layout(text)
    return [glyphs.map(glyph => codeOf(glyph).toString(16).padStart(4, '0')), positions]
  }
}

/** The glyphs of a text in one script, each with the piece of the text that it stands for. */
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
  const members = Map.groupBy(clusters, ({ cluster }) => cluster)
  const pieces = new Map(
    [...members].map(([cluster, { length }]) => {
      const end = starts.find(start => start > cluster)
      return [cluster, piecesOf(text.slice(cluster, end), length)]
    }),
  )
  return clusters.map(({ codepoint: id, cluster }, at) => {
    const codePoints = pieces.get(cluster)?.shift() ?? []
    const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {}
    return { id, codePoints, position: { xAdvance, yAdvance, xOffset, yOffset } }
  })
}

/** Readers that find no text for a glyph invent one; this has no shape and joins nothing. */
const NOTHING = [0x200c]

/**
 * The code points of a syllable shared out among its glyphs, in their order: a reader that goes
 * glyph by glyph reads the syllable, though a vowel sign is drawn before its consonant. A sign that
 * is drawn in two parts is read as two.
 */
function piecesOf(syllable: string, glyphs: number): number[][] {
  const whole = [...syllable]
  const letters = whole.length < glyphs ? [...syllable.normalize('NFD')] : whole
  const codePoints = letters.map(letter => letter.codePointAt(0) ?? 0)
  return Array.from({ length: glyphs }, (_, at) => {
    const chars = at === glyphs - 1 ? codePoints.slice(at) : codePoints.slice(at, at + 1)
    return chars.length === 0 ? NOTHING : chars
  })
}
