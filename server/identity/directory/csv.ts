import { createReadStream } from 'node:fs'
import { createBrotliDecompress, createGunzip } from 'node:zlib'

/** The records of a CSV file, which may be packed: `.gz` or `.br`. */
export function csvFile(path: string): AsyncGenerator<Readonly<Record<string, string>>> {
  const file = createReadStream(path)
  const unpacking = unpackingOf(path)
  if (!unpacking) return csvRecords(file.setEncoding('utf8'))
  file.on('error', error => unpacking.destroy(error))
  unpacking.on('close', () => file.destroy())
  return csvRecords(file.pipe(unpacking).setEncoding('utf8'))
}

function unpackingOf(path: string) {
  if (path.endsWith('.gz')) return createGunzip()
  return path.endsWith('.br') ? createBrotliDecompress() : undefined
}

/**
 * Parses a CSV (RFC 4180) from chunks of text, record by record: a directory of a hundred thousand
 * branches never fills the memory. An unclosed quote is an error.
 */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
): AsyncGenerator<Readonly<Record<string, string>>> {
  let header: string[] | undefined
  for await (const row of csvRows(chunks)) {
    if (header) yield Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']))
    else
      header = row.map((name, index) => (index === 0 ? name.replace(/^\uFEFF/, '') : name).trim())
  }
}

async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = []
  let field = ''
  let isQuoted = false
  let wasQuote = false
  for await (const chunk of chunks) {
    for (const char of chunk) {
      if (isQuoted && char !== '"') field += char
      else if (isQuoted) [isQuoted, wasQuote] = [false, true]
      else if (char === '"') {
        // Two quotes within a quoted field are one; the first quote of a field opens it.
        if (wasQuote) field += '"'
        ;[isQuoted, wasQuote] = [true, false]
      } else {
        wasQuote = false
        if (char === ',' || char === '\n') [row, field] = [[...row, field], '']
        else if (char !== '\r') field += char
        if (char === '\n') {
          if (row.length > 1 || row[0] !== '') yield row
          row = []
        }
      }
    }
  }
  if (isQuoted) throw new Error('The file ends within a quoted field.')
  if (field !== '' || row.length > 0) yield [...row, field]
}
