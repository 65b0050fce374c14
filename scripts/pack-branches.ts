/**
 * `node scripts/pack-branches.ts <file.csv or .csv.gz> <yyyy-mm-dd>`: writes the product's list of
 * bank branches, of that day, from the public list.
 */

import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readBranch } from '#server/identity/directory/branch.ts'
import { csvFile } from '#server/identity/directory/csv.ts'

const [path, day] = process.argv.slice(2)
if (!path || !/^\d{4}-\d{2}-\d{2}$/.test(day ?? ''))
  throw new Error('Usage: node scripts/pack-branches.ts <file.csv or .csv.gz> <yyyy-mm-dd>')

const rows = new Map<string, string>()
for await (const row of csvFile(path)) {
  const { branch } = readBranch(row)
  if (!branch) continue
  const { ifsc, name, bank, state, city } = branch
  rows.set(ifsc, [ifsc, name, bank, state.code, city].map(quoted).join(','))
}
const codes = [...rows.keys()].sort()
const csv = ['IFSC,BRANCH,BANK,ISO3166,CITY', ...codes.map(code => rows.get(code)), ''].join('\n')
const packed = brotliCompressSync(csv, {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
})
writeFileSync(`server/identity/directory/branches-${day}.csv.br`, packed)
console.log(`${codes.length} branches, ${packed.length} bytes`)

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
