/** Sets each word of an Indian script as content of its own that has its text, as readers and searches take it. */

type Options = { readonly align?: string; readonly lineWidth?: number; readonly textWidth?: number }
/** The call by which pdfkit sets one line; its types do not show it. */
type Inner = {
  _fragment: (text: string, x: number, y: number, options: Options) => void
}
type Structure = PDFKit.PDFStructureElement

const INDIAN = /[\u0900-\u0dff]/
const WORDS = /\S+\s*|\s+/g

/** Sets what `draw` sets as content of a structure element of this type. */
export type SetWithin = (element: Structure, type: string, draw: () => void) => void

/**
 * Lets every line be set in pieces: each word of an Indian script by itself, in a span whose
 * `ActualText` is the word, since its glyphs are drawn in another order than they are read.
 */
export function wordSpans(doc: PDFKit.PDFDocument): SetWithin {
  const inner = doc as unknown as Inner
  const setLine = inner._fragment.bind(doc)
  let within: { readonly element: Structure; readonly type: string } | undefined

  function setPiece(piece: string, x: number, y: number, options: Options): void {
    const isWord = INDIAN.test(piece)
    const span = isWord ? { actual: piece } : {}
    if (within) {
      const content = doc.markStructureContent(isWord ? 'Span' : within.type, span)
      setLine(piece, x, y, options)
      doc.endMarkedContent()
      within.element.add(content)
      return
    }
    if (isWord) doc.markContent('Span', span)
    setLine(piece, x, y, options)
    if (isWord) doc.endMarkedContent()
  }

  inner._fragment = (text, x, y, options) => {
    const line = text.replaceAll('\n', '')
    const { textWidth: _, ...others } = options
    let at = x + indentOf(doc, line, options)
    for (const piece of piecesOf(line)) {
      setPiece(piece, at, y, { ...others, align: 'left' })
      at += doc.widthOfString(piece)
    }
  }
  return (element, type, draw) => {
    within = { element, type }
    draw()
    within = undefined
  }
}

/** The room before a line, as pdfkit leaves it. */
function indentOf(doc: PDFKit.PDFDocument, text: string, options: Options): number {
  const { align, lineWidth = 0, textWidth = 0 } = options
  if (align === 'right') return lineWidth - doc.widthOfString(text.trimEnd())
  return align === 'center' ? (lineWidth - textWidth) / 2 : 0
}

/** Each word of an Indian script with the space after it; what stands between them, together. */
function piecesOf(line: string): string[] {
  const pieces: string[] = []
  for (const word of line.match(WORDS) ?? []) {
    const last = pieces.at(-1)
    if (last === undefined || INDIAN.test(word) || INDIAN.test(last)) pieces.push(word)
    else pieces[pieces.length - 1] = last + word
  }
  return pieces
}
