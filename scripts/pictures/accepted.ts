import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeRoutePictures, type View } from '#e2e/rig/route-pictures.ts'
import { differenceOf, packed } from './compare.ts'
import { type Found, reviewPage } from './review.ts'

/** The accepted pictures, part of the repository. */
const ACCEPTED = fileURLToPath(new URL('../../e2e/accepted', import.meta.url))
/** The last comparison: what differed, its new pictures and the page that shows them. */
const REVIEW = fileURLToPath(new URL('../../screenshots/compare', import.meta.url))
const FOUND = join(REVIEW, 'found.json')

/** Every route on one phone, in the light theme and in English: looks.e2e.ts visits the others. */
const VIEW: View = {
  locale: 'en-IN',
  scale: 1,
  windows: [{ width: 390, height: 844, themes: ['light'] }],
  maxHeight: 2_400,
}

/**
 * Takes the pictures of all routes whose names contain a text, and compares them with the accepted
 * ones. Returns those that differ, and writes the page that shows how.
 */
export async function comparePictures(only: string): Promise<readonly Found[]> {
  rmSync(REVIEW, { recursive: true, force: true })
  mkdirSync(REVIEW, { recursive: true })
  const found: Found[] = []
  const taken = new Set<string>()
  await takeRoutePictures([VIEW], only, async ({ name, png }) => {
    taken.add(name)
    const accepted = readIfThere(acceptedPath(name))
    const small = await packed(png)
    const difference = await differenceOf(accepted, small)
    if (!difference) return
    writeFileSync(newPath(name), small)
    writeFileSync(join(REVIEW, `${name}.png`), png)
    if (accepted) writeFileSync(join(REVIEW, `${name}.accepted.webp`), accepted)
    if (difference.kind === 'changed')
      writeFileSync(join(REVIEW, `${name}.difference.png`), difference.png)
    found.push({ name, kind: difference.kind })
  })
  for (const name of acceptedNames().filter(each => each.includes(only) && !taken.has(each)))
    found.push({ name, kind: 'gone' })
  writeFileSync(FOUND, JSON.stringify(found))
  writeFileSync(join(REVIEW, 'index.html'), reviewPage(found))
  console.log(
    found.length === 0
      ? `All ${taken.size} pictures are as accepted.`
      : `${found.length} of ${taken.size} pictures differ: open ${join(REVIEW, 'index.html')}`,
  )
  return found
}

/** Accepts the new pictures of the last comparison: all, or those of these names. */
export function acceptPictures(names: readonly string[]): void {
  if (!existsSync(FOUND)) throw new Error('Nothing was compared. Begin with -- --compare.')
  const found = JSON.parse(readFileSync(FOUND, 'utf8')) as Found[]
  const unknown = names.filter(name => !found.some(each => each.name === name))
  if (unknown.length > 0) throw new Error(`These did not differ: ${unknown.join(', ')}`)
  const accepted = found.filter(({ name }) => names.length === 0 || names.includes(name))
  mkdirSync(ACCEPTED, { recursive: true })
  for (const { name, kind } of accepted)
    if (kind === 'gone') rmSync(acceptedPath(name), { force: true })
    else copyFileSync(newPath(name), acceptedPath(name))
  console.log(`Accepted ${accepted.length} of ${found.length} differences.`)
}

function acceptedPath(name: string): string {
  return join(ACCEPTED, `${name}.webp`)
}

function newPath(name: string): string {
  return join(REVIEW, `${name}.new.webp`)
}

function acceptedNames(): string[] {
  if (!existsSync(ACCEPTED)) return []
  return readdirSync(ACCEPTED).map(file => file.replace(/\.webp$/, ''))
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}
