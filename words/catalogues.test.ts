import { describe, expect, test } from 'vitest'
import { BINDING, FURTHER_LANGUAGES, isBinding, WHOLE_LANGUAGES } from '#words/binding.ts'
import { argumentsOf, compile } from '#words/compile.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { REASONS } from '#words/reasons.ts'

const files = import.meta.glob<string>('./*/{*,server/*}.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = Object.entries(
  import.meta.glob<string>(
    ['../{web,server}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../web/dist/**'],
    { query: '?raw', import: 'default', eager: true },
  ),
)

type Entry = { area: string; id: string; message: string }

function catalogue(language: Language): Entry[] {
  const catalogues = Object.entries(files).filter(([file]) => file.startsWith(`./${language}/`))
  return catalogues.flatMap(([file, text]) => {
    const area = file.replace(/^.*\/|\.json$/g, '')
    return Object.entries(JSON.parse(text) as Record<string, string>).map(([id, message]) => ({
      area,
      id,
      message,
    }))
  })
}

const english = catalogue('en')
const translations = WHOLE_LANGUAGES.filter(language => language !== 'en')
const everything = LANGUAGES.flatMap(catalogue)

/** The arguments and elements that a message needs, without repetitions. */
function placeholders({ id, message }: Entry): string {
  const elements = [...message.matchAll(/<(\w+)>/g)].map(([tag]) => tag)
  return [...new Set([...argumentsOf(compile(message, id)), ...elements])].sort().join()
}

/** The quoted message ids in a source file. */
function idsIn(source: string): string[] {
  return [...source.matchAll(/['"`]([a-z]+\.[\w.-]+)['"`]/g)].flatMap(([, id]) => id ?? [])
}

/**
 * The ids that the server composes, as patterns: `push.${news}.title` matches the title of any
 * news.
 */
function composedIdsIn(source: string): RegExp[] {
  return [...source.matchAll(/`([a-z]+\.[\w.-]*\$\{[^`\s]*)`/g)].map(([, id = '']) => {
    const parts = id.split(/\$\{[^}]*\}/).map(part => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[\\w-]+')}$`)
  })
}

const englishById = new Map(english.map(entry => [entry.id, entry]))

describe('catalogues', () => {
  test.each(translations)('%s has exactly the messages of English, in the same files', language => {
    const places = (entries: Entry[]) => entries.map(({ area, id }) => `${area}: ${id}`).sort()
    expect(english.length).toBeGreaterThan(0)
    expect(places(catalogue(language))).toEqual(places(english))
  })

  test.each(FURTHER_LANGUAGES)('%s says in its own words all that binds or warns', language => {
    const ids = new Set(catalogue(language).map(({ id }) => id))
    const lacking = english.filter(({ id }) => isBinding(id) && !ids.has(id))
    expect(
      lacking.map(({ area, id }) => `words/${language}/…/${area}.json lacks ${id}`),
      'these messages bind or warn, so they may not fall back to English: translate them (docs/translate.md)',
    ).toEqual([])
  })

  test.each(FURTHER_LANGUAGES)('%s has no message that English lacks', language => {
    const places = new Set(english.map(({ area, id }) => `${area}: ${id}`))
    const unknown = catalogue(language).filter(({ area, id }) => !places.has(`${area}: ${id}`))
    expect(unknown).toEqual([])
  })

  test('every kind of message that binds exists', () => {
    expect(BINDING.filter(each => !english.some(({ id }) => id.startsWith(each)))).toEqual([])
  })

  test('no id occurs twice', () => {
    expect(englishById.size).toBe(english.length)
  })

  test('a message is in the file named by the beginning of its id', () => {
    expect(everything.filter(({ area, id }) => !id.startsWith(`${area}.`))).toEqual([])
  })

  test('no message is empty', () => {
    expect(everything.filter(({ message }) => message.trim() === '')).toEqual([])
  })

  test('a message has the same placeholders in every language', () => {
    const differing = everything.filter(entry => {
      const original = englishById.get(entry.id)
      return original && placeholders(original) !== placeholders(entry)
    })
    expect(differing).toEqual([])
  })

  test('every message is used', () => {
    const used = new Set(sources.flatMap(([, source]) => idsIn(source)))
    for (const { reasons, begin } of Object.values(REASONS))
      for (const reason of Object.keys(reasons)) used.add(begin + reason)
    const composed = sources.flatMap(([file, source]) =>
      file.startsWith('../server/') ? composedIdsIn(source) : [],
    )
    const isUsed = (id: string) => used.has(id) || composed.some(pattern => pattern.test(id))
    expect(english.map(({ id }) => id).filter(id => !isUsed(id))).toEqual([])
  })

  test('a screen uses only the areas that its route fetches', () => {
    const always = new Set(['common', 'ui'])
    const silent = [...routedAreas()].flatMap(([folder, areas]) =>
      sourcesOf(folder)
        .flatMap(([file, source]) =>
          idsIn(source).map(id => ({ file, id, area: englishById.get(id)?.area })),
        )
        .filter(({ area }) => area !== undefined && !always.has(area) && !areas.has(area)),
    )
    expect(silent).toEqual([])
  })
})

/**
 * For each folder of screens, the areas that all its routes fetch: those named last before the
 * screen's import.
 */
function routedAreas(): Map<string, Set<string>> {
  const table = sources
    .filter(([file]) => /\/(first-)?routes\.tsx$/.test(file))
    .map(([, source]) => source)
    .join('')
  const byFolder = new Map<string, Set<string>>()
  let areas = new Set<string>()
  for (const [, list, folder] of table.matchAll(
    /areas: \[(.*?)\]|import\(\s*'#web\/screens\/([^/]+)\//gs,
  )) {
    if (list !== undefined)
      areas = new Set([...list.matchAll(/'([a-z]+)'/g)].flatMap(([, area]) => area ?? []))
    if (folder !== undefined)
      byFolder.set(
        folder,
        new Set([...areas].filter(area => byFolder.get(folder)?.has(area) ?? true)),
      )
  }
  return byFolder
}

/** The sources of a screen and of everything it imports from other screen folders. */
function sourcesOf(folder: string, visited = new Set<string>()): [string, string][] {
  if (visited.has(folder)) return []
  visited.add(folder)
  const ownSources = sources.filter(([file]) => file.includes(`/screens/${folder}/`))
  const others = ownSources.flatMap(([, source]) =>
    [...source.matchAll(/'#web\/screens\/([^/]+)\//g)].flatMap(([, other]) => other ?? []),
  )
  return [...ownSources, ...others.flatMap(other => sourcesOf(other, visited))]
}
