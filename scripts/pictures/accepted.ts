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
import { type Picture, takeRoutePictures, type View } from '#e2e/rig/route-pictures.ts'
import { differenceOf, packed } from './compare.ts'
import { type PictureDifference, reviewPage } from './review.ts'

/** The accepted pictures, part of the repository. */
const ACCEPTED = fileURLToPath(new URL('../../e2e/accepted', import.meta.url))
/** The last comparison: its differences, the new pictures and the page that shows them. */
const REVIEW = fileURLToPath(new URL('../../screenshots/compare', import.meta.url))
const FOUND = join(REVIEW, 'found.json')

/** The view of the accepted pictures: one phone, the light theme, English. */
export const ACCEPTED_VIEW: View = {
  locale: 'en-IN',
  scale: 1,
  windows: [{ width: 390, height: 844, themes: ['light'] }],
  maxHeight: 2_400,
}

/**
 * Takes the pictures of all routes whose names contain a text, and compares them with the accepted
 * ones. Returns those that differ, and writes the page that shows the differences.
 */
export async function comparePictures(only: string): Promise<readonly PictureDifference[]> {
  emptyReview()
  const differences: PictureDifference[] = []
  const names = new Set<string>()
  await takeRoutePictures([ACCEPTED_VIEW], only, async picture => {
    names.add(picture.name)
    const difference = await compareWithAccepted(picture)
    if (difference) differences.push(difference)
  })
  for (const name of acceptedNames().filter(each => each.includes(only) && !names.has(each)))
    differences.push({ name, kind: 'gone' })
  writeReview(differences)
  console.log(
    differences.length === 0
      ? `All ${names.size} pictures are as accepted.`
      : `${differences.length} of ${names.size} pictures differ: open ${join(REVIEW, 'index.html')}`,
  )
  return differences
}

/** Compares a picture with the accepted one. If they differ, keeps both and the difference for the review. */
export async function compareWithAccepted({
  name,
  png,
}: Picture): Promise<PictureDifference | undefined> {
  const accepted = readIfThere(acceptedPath(name))
  const small = await packed(png)
  const difference = await differenceOf(accepted, small)
  if (!difference) return undefined
  writeFileSync(newPath(name), small)
  writeFileSync(join(REVIEW, `${name}.png`), png)
  if (accepted) writeFileSync(join(REVIEW, `${name}.accepted.webp`), accepted)
  if (difference.kind === 'changed')
    writeFileSync(join(REVIEW, `${name}.difference.png`), difference.png)
  return { name, kind: difference.kind }
}

/** Begins a review: forgets the last comparison. */
export function emptyReview(): void {
  rmSync(REVIEW, { recursive: true, force: true })
  mkdirSync(REVIEW, { recursive: true })
}

/** Writes the page that shows the differences. */
export function writeReview(differences: readonly PictureDifference[]): void {
  writeFileSync(FOUND, JSON.stringify(differences))
  writeFileSync(join(REVIEW, 'index.html'), reviewPage(differences))
}

/** Accepts the new pictures of the last comparison: all, or those of these names. */
export function acceptPictures(names: readonly string[]): void {
  if (!existsSync(FOUND)) throw new Error('Nothing was compared. Begin with -- --compare.')
  const differences = JSON.parse(readFileSync(FOUND, 'utf8')) as PictureDifference[]
  const unknown = names.filter(name => !differences.some(each => each.name === name))
  if (unknown.length > 0) throw new Error(`These did not differ: ${unknown.join(', ')}`)
  const accepted = differences.filter(({ name }) => names.length === 0 || names.includes(name))
  mkdirSync(ACCEPTED, { recursive: true })
  for (const { name, kind } of accepted)
    if (kind === 'gone') rmSync(acceptedPath(name), { force: true })
    else copyFileSync(newPath(name), acceptedPath(name))
  console.log(`Accepted ${accepted.length} of ${differences.length} differences.`)
}

function acceptedPath(name: string): string {
  return join(ACCEPTED, `${name}.webp`)
}

function newPath(name: string): string {
  return join(REVIEW, `${name}.new.webp`)
}

/** The names of all accepted pictures. */
export function acceptedNames(): string[] {
  if (!existsSync(ACCEPTED)) return []
  return readdirSync(ACCEPTED).map(file => file.replace(/\.webp$/, ''))
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}
