import type { SourceFile } from './source-files.ts'

/** Breaches of the rules of the house in one file, each a sentence. */
export function untidiness(file: SourceFile): string[] {
  return rules.flatMap(rule => rule(file))
}

type Rule = (file: SourceFile) => string[]

const maxLines = 400
const maxBytes = 500 * 1024

const isCode = (path: string) => /\.(ts|tsx|sql)$/.test(path) && !/\.(d|generated)\.ts$/.test(path)
const isScript = (path: string) => /\.tsx?$/.test(path)
const isTest = (path: string) => /\.(test\.tsx?|e2e\.ts)$/.test(path)
const isCatalogue = (path: string) => /^words\/[a-z]{2}\//.test(path)

// Written with a class of one letter, so that this file does not name what it forbids.
const leftOvers: [pattern: RegExp, what: string][] = [
  [/\b(TO[D]O|FIX[M]E|XX[X])\b/, 'a note to do something later'],
  [/\b(test|it|describe)\.(onl[y]|ski[p])\b/, 'a test that stands alone or is passed over'],
  [/@ts-(ignor[e]|nochec[k])/, 'a silenced compiler'],
  [/(:|\bas)\s+an[y]\b(?=\s*([,;)=>[\]|&{}]|$))/m, 'a value of no type'],
]

const machineTraces: [pattern: RegExp, what: string][] = [
  [/(^|[^a-z.\w-])\/(wor[k]|far[m])\//m, "a machine's path"],
  [/(^|[^\w.-])\/roo[t]\//m, "a machine's path"],
  [/\/hom[e]\/[a-z]+\//, "a machine's path"],
  [/\/tm[p]\/[a-z]+-[a-z]+/, "a machine's path"],
  [/registr[y]\.npmj[s]|de[b]\.debia[n]/, "a package registry's host"],
]

const regExpLiteral =
  /(?<![\w)\]<'"`])\/(?![*/>])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*/g
const regExpMade = /RegExp\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g
const twoWords = /[A-Za-z]{2,} [A-Za-z]{2,}/
/** What others write and we must read: vendors' answers, the database's and the browser's faults, the built page, logs. */
const readsForeignWords =
  /^(server\/(providers|testing)\/|server\/platform\/db\/embedded\/start\.ts|web\/(build\/|device\/device-headers\.ts|shell\/stale\.ts))/

const rules: Rule[] = [
  function recognisesNoSentence({ path, text }) {
    const isOurs = /^(domain|words|contract|server|web)\//.test(path) && isScript(path)
    if (!isOurs || isTest(path) || readsForeignWords.test(path)) return []
    const code = withoutComments(text)
    return [...code.matchAll(regExpLiteral), ...code.matchAll(regExpMade)]
      .map(found => found.slice(1).join(''))
      .filter(pattern => twoWords.test(pattern))
      .map(pattern => `${path} recognises a sentence, /${pattern}/: ask for its reason instead.`)
  },
  function staysShort({ path, text }) {
    if (!isCode(path) || isTest(path) || isCatalogue(path)) return []
    const lines = text.trimEnd().split('\n').length
    return lines > maxLines ? [`${path} has ${lines} lines; ${maxLines} is the most.`] : []
  },
  function staysLight({ path, sizeBytes }) {
    return sizeBytes > maxBytes
      ? [`${path} is ${Math.ceil(sizeBytes / 1024)} KB large; 500 KB is the most.`]
      : []
  },
  function leavesNothingOver({ path, text }) {
    return isScript(path) ? matches(path, text, leftOvers) : []
  },
  function namesNoMachine({ path, text }) {
    return matches(path, text, machineTraces)
  },
  function exportsByName({ path, text }) {
    if (!isScript(path) || /\.config\.ts$/.test(path)) return []
    return /^export default\b/m.test(text) ? [`${path} has a default export.`] : []
  },
  function isNoBarrel({ path, text }) {
    if (!isScript(path)) return []
    const code = withoutComments(text).trim()
    const own = code.replace(/\bexport\b[^=(;'"]*\bfrom\s*['"][^'"\n]+['"];?/g, '').trim()
    return code !== '' && own === '' ? [`${path} only passes on what others export.`] : []
  },
  function hasANameOfItsOwn({ path }) {
    if (isCatalogue(path)) return []
    return /(^|\/)(utils?|helpers?|common)(\.[a-z.]+)?(\/|$)/.test(path)
      ? [`${path} has a name that says nothing.`]
      : []
  },
  function assertsSomething({ path, text }) {
    if (!isTest(path)) return []
    // A journey's own words assert by waiting: they fail when what they wait for does not come.
    const claims = path.endsWith('.e2e.ts')
      ? /\bexpect\b|\bawait (see|look|arrive)\(/
      : /\bexpect\b|\bassert\b|\bfc\./
    return claims.test(withoutComments(text)) ? [] : [`${path} asserts nothing.`]
  },
]

function matches(path: string, text: string, patterns: [RegExp, string][]): string[] {
  return patterns.flatMap(([pattern, what]) => {
    const found = pattern.exec(text)
    if (!found) return []
    const line = text.slice(0, found.index + found[0].search(/\S|$/)).split('\n').length
    return [`${path}:${line} holds ${what}: ${found[0].trim()}`]
  })
}

/** The text less its comments, each replaced by nothing but its line breaks. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1')
}
