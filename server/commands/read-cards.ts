/**
 * `npm run ops -- read-cards <folder>`: reads every picture of a folder of specimen cards, and prints how
 * each field compares with the folder's truth.json.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { reEncode } from '#server/platform/files/re-encode.ts'
import { cardReader } from '#server/providers/document/reader.ts'

const truths = v.array(
  v.object({
    file: v.string(),
    type: v.picklist(['aadhaar', 'pan']),
    name: v.string(),
    dob: v.string(),
    aadhaar: v.string(),
    pan: v.string(),
  }),
)
type Truth = v.InferOutput<typeof truths>[number]
type Verdict = 'right' | 'WRONG' | 'unclear'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: npm run ops -- read-cards <folder with pictures and truth.json>')
  process.exit(1)
}
const documents = cardReader()
const rows = v.parse(truths, JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')))
const verdicts: { type: Truth['type']; verdict: Verdict; seconds: number }[] = []
console.log('Picture                 Number   Certain  Name     Birth    Seconds')
for (const truth of rows) verdicts.push(await readOne(folder, truth))
for (const type of ['aadhaar', 'pan'] as const) console.log(summary(type))
await documents.close()

async function readOne(from: string, truth: Truth) {
  const picture = await reEncode(await readFile(join(from, truth.file)))
  if (!picture) throw new Error(`${truth.file} is not a picture that can be read.`)
  const startedAt = performance.now()
  const start =
    truth.type === 'pan'
      ? documents.readPanCard(picture, () => undefined)
      : documents.readAadhaarFront(picture, () => undefined)
  if (start.state === 'busy') throw new Error('The card reader is busy.')
  const reading = await start.reading
  const seconds = (performance.now() - startedAt) / 1000
  const card = reading.state === 'read' ? reading.card : undefined
  const number = verdictOn(card?.number.value, truth[truth.type])
  const name = verdictOn(card?.name?.value.toUpperCase(), truth.name.toUpperCase())
  const birth = verdictOn(card?.dob?.value, truth.dob.split('/').reverse().join('-'))
  const certain = card ? card.number.certainty.toFixed(2) : '-'
  console.log(
    [
      truth.file.padEnd(23),
      number.padEnd(8),
      certain.padEnd(8),
      name.padEnd(8),
      birth.padEnd(8),
      seconds.toFixed(1),
    ].join(' '),
  )
  return { type: truth.type, verdict: number, seconds }
}

function verdictOn(read: string | undefined, truth: string): Verdict {
  if (read === undefined) return 'unclear'
  return read === truth ? 'right' : 'WRONG'
}

function summary(type: Truth['type']): string {
  const cards = verdicts.filter(each => each.type === type)
  const count = (verdict: Verdict) => cards.filter(each => each.verdict === verdict).length
  const slowest = Math.max(...cards.map(({ seconds }) => seconds))
  return `${type}: ${count('right')} of ${cards.length} numbers right, ${count('unclear')} unclear, ${count('WRONG')} wrong; slowest ${slowest.toFixed(1)} s`
}
