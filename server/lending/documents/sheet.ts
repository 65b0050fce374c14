/** Sets text on A4 sheets from top to bottom, and tags its structure for screen readers. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { shapeWithHarfBuzz } from '#server/lending/documents/shaping.ts'
import { wordSpans } from '#server/lending/documents/word-spans.ts'
import {
  addSignatureField,
  type Signing,
  type SigningWords,
  signedFile,
} from '#server/platform/signing/signature.ts'
import type { Language } from '#words/language.ts'

const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 48
/** Space kept free for the footer of each sheet. */
const BOTTOM = HEIGHT - 84
export const LINE_WIDTH = WIDTH - 2 * MARGIN

const INK = '#1a1d29'
const QUIET = '#565c70'
const RULE = '#d5d8e2'

/**
 * The typeface of each language: it has the language's script, Latin and the rupee sign. A file embeds
 * only the glyphs that it uses.
 */
const SCRIPTS = {
  en: 'Devanagari',
  hi: 'Devanagari',
  ta: 'Tamil',
  te: 'Telugu',
  bn: 'Bengali',
  mr: 'Devanagari',
} as const satisfies Record<Language, string>
const WEIGHTS = { plain: '400Regular', strong: '700Bold' } as const
type Face = keyof typeof WEIGHTS

const faces = new Map<string, Promise<Buffer>>()

/** The path of the font file in which a language is set. */
export function facePath(language: Language, face: Face): string {
  const script = SCRIPTS[language]
  const weight = WEIGHTS[face]
  const file = `noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`))
}

function faceFile(language: Language, face: Face): Promise<Buffer> {
  const path = facePath(language, face)
  const bytes = faces.get(path) ?? readFile(path)
  faces.set(path, bytes)
  return bytes
}

export type Style = {
  readonly size: number
  readonly face?: Face
  readonly tone?: 'ink' | 'quiet'
  readonly align?: 'left' | 'right'
}
/** A piece of text in a column: where it begins, and how wide it is. */
export type Cell = {
  readonly text: string
  readonly tag: 'P' | 'H1' | 'H2' | 'TH' | 'TD'
  readonly style: Style
  readonly at: number
  readonly width: number
}

export type About = {
  readonly title: string
  readonly author: string
  readonly language: Language
  readonly at: Date
}

export type Sheet = {
  /**
   * Sets cells side by side, on the next sheet where they do not fit; returns whether it began a
   * new sheet.
   */
  readonly set: (cells: readonly Cell[], parent?: Structure) => boolean
  /** Groups structure that belongs together, such as a table and its rows. */
  readonly part: (tag: 'Sect' | 'Table' | 'TR', parent?: Structure) => Structure
  readonly gap: (points: number) => void
  /**
   * Draws a QR code at the right, beside the text that follows; `alt` is its text for screen
   * readers.
   */
  readonly code: (symbol: Squares, sizePoints: number, alt: string) => void
  readonly rule: () => void
  /** Begins a new sheet unless this much room is left. */
  readonly keep: (points: number) => void
  /** Writes the footer of every sheet and returns the file, signed where a signer is given. */
  readonly end: (
    footOf: (number: number, count: number) => string,
    signing?: Signing & SigningWords,
  ) => Promise<Buffer>
}
/** Row by row; 0 is dark. */
export type Squares = {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}
type Structure = PDFKit.PDFStructureElement

/** An empty PDF with its fonts, ready for tagged text. */
async function openDocument({ title, author, language, at }: About): Promise<PDFKit.PDFDocument> {
  const [plain, strong] = await Promise.all([
    faceFile(language, 'plain'),
    faceFile(language, 'strong'),
  ])
  const info = {
    Title: title,
    Author: author,
    Creator: 'Saral',
    Producer: 'Saral',
    CreationDate: at,
    ModDate: at,
  }
  const margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 }
  const layout = { size: 'A4', margins, bufferPages: true } as const
  const doc = new PDFDocument({
    ...layout,
    info,
    lang: `${language}-IN`,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
  })
  for (const [face, bytes] of [
    ['strong', strong],
    ['plain', plain],
  ] as const)
    shapeWithHarfBuzz(doc.registerFont(face, bytes).font(face), bytes)
  return doc
}

/** Begins a document. The same text at the same instant gives the same bytes. */
export async function newSheet(about: About): Promise<Sheet> {
  const doc = await openDocument(about)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const setWithin = wordSpans(doc)
  let y = MARGIN

  const use = ({ size, face = 'plain', tone = 'ink' }: Style) =>
    doc
      .font(face)
      .fontSize(size)
      .fillColor(tone === 'ink' ? INK : QUIET)
  const heightOf = ({ text, style, width }: Cell) =>
    use(style).heightOfString(text === '' ? ' ' : text, { width })
  const fits = (points: number) => y + points <= BOTTOM
  const turn = () => {
    doc.addPage()
    y = MARGIN
  }
  return {
    set: (cells, parent = root) => {
      const height = Math.max(...cells.map(heightOf))
      const isNew = !fits(height)
      if (isNew) turn()
      for (const { text, tag, style, at: x, width } of cells) {
        const top = y
        const draw = () =>
          void use(style).text(text, MARGIN + x, top, { width, align: style.align ?? 'left' })
        const element = doc.struct(tag)
        parent.add(element)
        setWithin(element, tag, draw)
      }
      y += height
      return isNew
    },
    part: (tag, parent = root) => {
      const part = doc.struct(tag)
      parent.add(part)
      return part
    },
    gap: points => {
      y += points
    },
    code: (squares, sizePoints, alt) => {
      const left = WIDTH - MARGIN - sizePoints
      const top = y
      const side = sizePoints / squares.width
      root.add(doc.struct('Figure', { alt }, () => drawSquares(doc, squares, { left, top, side })))
    },
    rule: () => {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke()
      doc.endMarkedContent()
    },
    keep: points => {
      if (!fits(points)) turn()
    },
    end: async (footOf, signing) => {
      const field = signing && addSignatureField(doc, root, signing)
      root.end()
      writeFeet(doc, footOf)
      const file = await fileOf(doc)
      return signing && field !== undefined ? signedFile(file, field, signing) : file
    },
  }
}

type Corner = { readonly left: number; readonly top: number; readonly side: number }

function drawSquares(
  doc: PDFKit.PDFDocument,
  { data, width, height }: Squares,
  { left, top, side }: Corner,
): void {
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if (data[row * width + column] === 0)
        doc.rect(left + column * side, top + row * side, side, side)
  doc.fill(INK)
}

function writeFeet(
  doc: PDFKit.PDFDocument,
  footOf: (number: number, count: number) => string,
): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font('plain').fontSize(8).fillColor(QUIET)
    doc.text(footOf(index + 1, count), MARGIN, HEIGHT - 48, { width: LINE_WIDTH, align: 'center' })
    doc.endMarkedContent()
  }
}

function fileOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', chunk => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    doc.end()
  })
}
