import { expect, test } from 'vitest'
import { baseDrawings } from '#web/ui/Icon.tsx'
import { moreDrawings } from '#web/ui/more-drawings.tsx'

const publicSources: Record<string, string> = import.meta.glob(
  [
    '../shell/*.tsx',
    '../screens/{login,legal,not-found,download,alert,distribution}/*.tsx',
    '!../shell/queries.tsx',
  ],
  { query: '?raw', import: 'default', eager: true },
)

test('uses only the drawings of the first script before sign-in', () => {
  const missing = Object.entries(publicSources).flatMap(([file, source]) =>
    [...source.matchAll(/\b(?:icon|name)(?:=|: )["']([a-z]+)["']/g)]
      .flatMap(([, name]) => name ?? [])
      .filter(name => name in moreDrawings)
      .map(name => `${file}: ${name}`),
  )
  expect(Object.keys(publicSources).length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

test('contains every drawing once', () => {
  expect(Object.keys(baseDrawings).filter(name => name in moreDrawings)).toEqual([])
})
