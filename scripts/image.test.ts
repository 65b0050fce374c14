import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsBetweenFiles } from '#scripts/rooms.ts'
import { sourceFiles } from '#scripts/source-files.ts'

/** The patterns of `.dockerignore` that are used here: a folder, a folder anywhere, an ending. */
const patterns = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))

function isLeftOut(path: string): boolean {
  return patterns.some(pattern => {
    if (pattern.startsWith('**/*')) return path.endsWith(pattern.slice(4))
    if (pattern.startsWith('**/')) return `/${path}`.includes(`/${pattern.slice(3)}/`)
    return path.startsWith(`${pattern}/`)
  })
}

test('the image holds no test, and nothing that the server or the build imports is left out of it', () => {
  const files = sourceFiles()
  const paths = files.filter(({ path }) => !isLeftOut(path)).map(({ path }) => path)
  expect(paths.filter(path => /\.(test|e2e)\.tsx?$|(^|\/)testing\//.test(path))).toEqual([])

  const imports = importsBetweenFiles(files)
  const needed = new Set<string>()
  const add = (path: string) => {
    if (needed.has(path)) return
    needed.add(path)
    for (const next of imports.get(path) ?? []) add(next)
  }
  const commands = files.filter(({ path }) => /^server\/commands\/[\w-]+\.ts$/.test(path))
  for (const path of ['server/main.ts', 'scripts/build.ts', ...commands.map(each => each.path)])
    add(path)
  expect(needed.size).toBeGreaterThan(500)
  expect([...needed].filter(isLeftOut)).toEqual([])
})
