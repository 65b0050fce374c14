/**
 * Reads the text of a PDF that pdfkit made, as a screen reader does: element by element of its
 * structure, and the rest of each page after it.
 */
import { inflateSync } from 'node:zlib'

type Value = string | number | Name | Ref | Value[] | Dict
type Name = { readonly name: string }
type Ref = { readonly ref: number }
type Dict = { readonly dict: Readonly<Record<string, Value>> }
type Operator = { readonly operator: string }

/** An element of the structure that has text, or the text that belongs to no element. */
export type ReadText = { readonly role: string; readonly text: string }
/** The text of a page in one marked content. */
type Piece = { readonly page: number; readonly mcid: number | undefined; text: string }

const TOKEN =
  /\s+|(<<|>>|\[|\])|\/([^\s/<>[\]()]*)|<([0-9A-Fa-f\s]*)>|\(((?:\\[\s\S]|[^\\()])*)\)|(\d+) (\d+) R\b|([+-]?[\d.]+)|([^\s/<>[\]()]+)/y

/** The values and operators of a dictionary or a content stream. */
function* valuesIn(bytes: string): Generator<Value | Operator> {
  const open: (Value | Operator)[][] = []
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(bytes); token; token = TOKEN.exec(bytes)) {
    const at = TOKEN.lastIndex
    const [, bracket, name, hex, text, ref, , number, word] = token
    let value: Value | Operator | undefined
    if (bracket === '<<' || bracket === '[') open.push([])
    else if (bracket !== undefined) value = closed(bracket, open.pop() ?? [])
    else if (name !== undefined) value = { name }
    else if (hex !== undefined)
      value = Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1')
    else if (text !== undefined) value = text.replace(/\\([\s\S])/g, escaped)
    else if (ref !== undefined) value = { ref: Number(ref) }
    else if (number !== undefined) value = Number(number)
    else if (word !== undefined) value = { operator: word }
    const around = open.at(-1)
    if (value !== undefined && around) around.push(value)
    else if (value !== undefined) yield value
    TOKEN.lastIndex = at
  }
}

const escaped = (_: string, char: string) =>
  ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[char] ?? char

function closed(bracket: string, values: (Value | Operator)[]): Value {
  if (bracket === ']') return values as Value[]
  const pairs: [string, Value][] = []
  for (let at = 0; at < values.length; at += 2)
    pairs.push([(values[at] as Name).name, values[at + 1] as Value])
  return { dict: Object.fromEntries(pairs) }
}

/** A text of the file: UTF-16 where it begins with its mark. */
function textOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const bytes = Buffer.from(value, 'latin1')
  return value.startsWith('\xfe\xff') ? bytes.subarray(2).swap16().toString('utf16le') : value
}

function openFile(file: Buffer) {
  const source = file.toString('latin1')
  const objects = new Map<number, { readonly value: Value; readonly stream: string }>()
  for (const match of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number, body = ''] = match
    const begin = body.indexOf('\nstream\n')
    const [value] = valuesIn(begin < 0 ? body : body.slice(0, begin))
    if (value === undefined || typeof value === 'string') continue
    const end = body.lastIndexOf('\nendstream')
    const raw = begin < 0 ? '' : body.slice(begin + '\nstream\n'.length, end)
    const isPacked = body.slice(0, begin).includes('/FlateDecode')
    const stream = isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw
    objects.set(Number(number), { value: value as Value, stream })
  }
  const at = (value: Value | undefined) => (isRef(value) ? objects.get(value.ref)?.value : value)
  const dict = (value: Value | undefined) => (at(value) as Dict | undefined)?.dict ?? {}
  const streamOf = (value: Value | undefined) =>
    isRef(value) ? (objects.get(value.ref)?.stream ?? '') : ''
  const root = /\/Root (\d+) 0 R/.exec(source)?.[1]
  return { at, dict, streamOf, catalogue: dict({ ref: Number(root) }) }
}
type File = ReturnType<typeof openFile>

function isRef(value: Value | undefined): value is Ref {
  return typeof value === 'object' && 'ref' in value
}

/** The text of each code of a font. */
function textOfCodes({ dict, streamOf }: File, font: Value | undefined): readonly string[] {
  const map = streamOf(dict(font).ToUnicode)
  const codes: string[] = []
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
      codes[Number.parseInt(from, 16) + at] = Buffer.from(hex.replace(/\s/g, ''), 'hex')
        .swap16()
        .toString('utf16le')
  return codes
}

/** The text of a page, in its order. */
function piecesOn(file: File, page: Value, number: number, usesActualText: boolean): Piece[] {
  const { dict, streamOf } = file
  const fonts = dict(dict(dict(page).Resources).Font)
  const maps = new Map<string, readonly string[]>()
  const pieces: Piece[] = []
  const marked: { mcid: number | undefined; actual: string | undefined }[] = []
  let codes: readonly string[] = []
  let operands: Value[] = []
  const show = (shown: Value | undefined) => {
    const hex = (Array.isArray(shown) ? shown : [shown]).filter(each => typeof each === 'string')
    const mcid = marked.findLast(each => each.mcid !== undefined)?.mcid
    const hasOwnText = usesActualText && marked.some(({ actual }) => actual !== undefined)
    if (!hasOwnText)
      pieces.push({ page: number, mcid, text: hex.flatMap(each => read(each, codes)).join('') })
  }
  for (const value of valuesIn(streamOf(dict(page).Contents))) {
    if (typeof value !== 'object' || !('operator' in value)) {
      operands.push(value)
      continue
    }
    const { operator } = value
    if (operator === 'BMC') marked.push({ mcid: undefined, actual: undefined })
    if (operator === 'BDC') {
      const { MCID, ActualText } = (operands[1] as Dict).dict
      const mcid = typeof MCID === 'number' ? MCID : undefined
      const actual = textOf(ActualText)
      marked.push({ mcid, actual })
      if (actual !== undefined && usesActualText) pieces.push({ page: number, mcid, text: actual })
    }
    if (operator === 'EMC') marked.pop()
    if (operator === 'Tf') {
      const { name } = operands[0] as Name
      codes = maps.get(name) ?? textOfCodes(file, fonts[name])
      maps.set(name, codes)
    }
    if (operator === 'TJ' || operator === 'Tj') show(operands[0])
    operands = []
  }
  return pieces
}

function read(hex: string, codes: readonly string[]): string[] {
  const bytes = Buffer.from(hex, 'latin1')
  return Array.from(
    { length: bytes.length / 2 },
    (_, at) => codes[bytes.readUInt16BE(at * 2)] ?? '',
  )
}

/**
 * The texts of a PDF. Without `usesActualText`, as readers take them that know the text of each glyph
 * alone.
 */
export function pdfTexts(bytes: Buffer, { usesActualText = true } = {}) {
  const file = openFile(bytes)
  const { at, dict, catalogue } = file
  const pages = dict(catalogue.Pages).Kids as Ref[]
  const pieces = pages.flatMap((page, number) => piecesOn(file, page, number, usesActualText))
  const pageOf = (value: Value | undefined) =>
    pages.findIndex(({ ref }) => isRef(value) && ref === value.ref)
  const texts: ReadText[] = []
  const visit = (element: Value, under: Value | undefined): void => {
    const {
      S,
      K = [],
      Pg = under,
    } = dict(element) as Record<string, Value> & { K?: Value; Pg?: Value }
    const kids = Array.isArray(at(K)) ? (at(K) as Value[]) : [K]
    const contentIds = kids.filter(kid => typeof kid === 'number')
    if (contentIds.length > 0) {
      const ofElement = contentIds.flatMap(mcid => textIn(pieces, pageOf(Pg), mcid))
      texts.push({ role: (S as Name).name, text: words(ofElement.join(' ')) })
    }
    for (const kid of kids) if (isRef(kid)) visit(kid, Pg)
  }
  visit(catalogue.StructTreeRoot as Value, undefined)
  const outside = pieces.filter(({ mcid }) => mcid === undefined).map(({ text }) => text)
  return { texts, outside: words(outside.join('')), language: textOf(catalogue.Lang) }
}

function textIn(pieces: readonly Piece[], page: number, mcid: number): string {
  return pieces
    .filter(each => each.page === page && each.mcid === mcid)
    .map(({ text }) => text)
    .join('')
}

function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
