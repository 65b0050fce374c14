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
/** `const [a, { b }]: Type =`, before a list; not `const [a] of …`. */
const severalNames =
  /\b(?:const|let)\s+\[(?:[^=;()[\]]|\[[^=;()[\]]*\])*\]\s*(?::[^=;()]*)?=\s*(?=\[)/g

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
  function spreadsNoLiteral({ path, text }) {
    if (!isScript(path)) return []
    return literalsAfter(/\.\.\.\s*(?=[{[])/g, text).map(
      line => `${path}:${line} spreads a literal; write its parts where they belong.`,
    )
  },
  function declaresOneByOne({ path, text }) {
    if (!isScript(path)) return []
    return literalsAfter(severalNames, text).map(
      line => `${path}:${line} declares several names from a literal; declare each by itself.`,
    )
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

/** The lines on which the pattern is followed by a literal in brackets, and by nothing that is done with it. */
function literalsAfter(pattern: RegExp, text: string): number[] {
  const code = withoutComments(text)
  return [...code.matchAll(pattern)].flatMap(({ index, 0: match }) => {
    const after = code.slice(endOfBrackets(code, index + match.length))
    // `[a, b].sort()` computes something, and `(...[a, b]: Pair) => c` has parameters.
    return /^\s*([.(:[?]|\)\s*(=>|:))/.test(after) ? [] : [code.slice(0, index).split('\n').length]
  })
}

/** The place behind the bracket that closes the one at `start`. */
function endOfBrackets(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if ('{[('.includes(code[at] ?? '')) depth += 1
    if ('}])'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at + 1
  }
  return code.length
}

/** The text less its comments, each replaced by nothing but its line breaks. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1')
}
