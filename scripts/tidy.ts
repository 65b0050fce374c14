import type { SourceFile } from './source-files.ts'

/** Names each breach of the rules of the house in one file in a sentence. */
export function styleViolations(file: SourceFile): string[] {
  return rules.flatMap(rule => rule(file))
}

type Rule = (file: SourceFile) => string[]

const maxLines = 400
const maxBytes = 500 * 1024
/** The only data file of the product that may be large. */
const branchList = /^server\/identity\/directory\/branches-[\d-]+\.csv\.br$/
const maxListBytes = 2_000_000

const isCode = (path: string) => /\.(ts|tsx|sql)$/.test(path) && !/\.(d|generated)\.ts$/.test(path)
const isScript = (path: string) => /\.tsx?$/.test(path)
const isTest = (path: string) => /\.(test\.tsx?|e2e\.ts)$/.test(path)
const isCatalogue = (path: string) => /^words\/[a-z]{2}\//.test(path)

// A class of one letter in each pattern keeps this file from matching itself.
const leftOvers: [pattern: RegExp, what: string][] = [
  [/\b(TO[D]O|FIX[M]E|XX[X])\b/, 'a note to do something later'],
  [
    /\b(test|it|describe)\.(onl[y]|ski[p])\b/,
    'a test that is skipped, or that makes others be skipped',
  ],
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

/** Names that the field has other words for. */
const dialect: [pattern: RegExp, what: string][] = [
  [
    /\b(MOS[T]|LONGES[T]|SHORTES[T]|LEAS[T])_[A-Z]\w*|\b[A-Z][A-Z_]*_(MOS[T]|LEAS[T])(_[A-Z]+)?\b/,
    'a limit that is not called MAX or MIN',
  ],
  [/\bGIVE[N]_(?!UP_)[A-Z]\w*/, 'a default that is not called DEFAULT'],
  [/\b[tT]ol[d]Reasons?\b/, 'a stated reason that is called told'],
  [/\btel[l][A-Z]\w*/, 'a function that tells; it notifies, says or reports'],
  [
    /\b(?:const|let|function)\s+(aske[d]|foun[d]|know[n]|mad[e]|tol[d]|kep[t]|ow[n]|see[n])\b/,
    'a value that is not named after what it is',
  ],
  [/\btype\s+(Aske[d]|Foun[d]|Opene[d]|Tol[d])\w*/, 'a type that is not named after what it is'],
  [
    /\b(mos[t]|leas[t]|longes[t]|shortes[t])(?!Days\b)[A-Z]\w*/,
    'a limit that is not called max or min',
  ],
  [/\b(learne[d]|tol[d])[A-Z]\w*|\b\w*(Learne[d]|Tol[d])\b/, 'a fact that is learned or told'],
]

/** Words that no comment and no document needs. */
const quaint: [pattern: RegExp, what: string][] = [
  [/\bane[w]\b/i, 'a quaint word (again)'],
  [/\bwh(?:oeve[r]|omeve[r])\b/i, 'a quaint word (anybody who)'],
]

/** A letter that English does not have. */
const otherScript = /(?=\p{L})(?!\p{Script=Latin})./u

const regExpLiteral =
  /(?<![\w)\]<'"`])\/(?![*/>])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*/g
const regExpMade = /RegExp\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g
const twoWords = /[A-Za-z]{2,} [A-Za-z]{2,}/
/** Files that read texts of others: of vendors, the database, the browser, the build and logs. */
const readsForeignWords =
  /^(server\/(providers|testing)\/|server\/platform\/db\/embedded\/start\.ts|web\/(build\/|device\/device-headers\.ts|ui\/missing-file\.ts))/
/** Matches `const [a, { b }]: Type =` before a list, and not `const [a] of …`. */
const severalNames =
  /\b(?:const|let)\s+\[(?:[^=;()[\]]|\[[^=;()[\]]*\])*\]\s*(?::[^=;()]*)?=\s*(?=\[)/g

const rules: Rule[] = [
  function recognisesNoSentence({ path, text }) {
    const isOurs = /^(domain|words|contract|server|web)\//.test(path) && isScript(path)
    if (!isOurs || isTest(path) || readsForeignWords.test(path)) return []
    const code = withoutComments(text)
    return [...code.matchAll(regExpLiteral), ...code.matchAll(regExpMade)]
      .map(match => match.slice(1).join(''))
      .filter(pattern => twoWords.test(pattern))
      .map(pattern => `${path} recognises a sentence, /${pattern}/: compare its reason instead.`)
  },
  function staysShort({ path, text }) {
    if (!isCode(path) || isTest(path) || isCatalogue(path)) return []
    const lines = text.trimEnd().split('\n').length
    return lines > maxLines ? [`${path} has ${lines} lines; ${maxLines} is the most.`] : []
  },
  function staysLight({ path, sizeBytes }) {
    const most = branchList.test(path) ? maxListBytes : maxBytes
    return sizeBytes > most
      ? [
          `${path} is ${Math.ceil(sizeBytes / 1024)} KB large; ${Math.floor(most / 1024)} KB is the most.`,
        ]
      : []
  },
  function leavesNothingOver({ path, text }) {
    return isScript(path) ? matches(path, text, leftOvers) : []
  },
  function speaksTheField({ path, text }) {
    return isScript(path) ? matches(path, withoutComments(text), dialect) : []
  },
  function speaksPlainly({ path, text }) {
    if (path === 'docs/specification.md' || /^server\/testing\/releases\/\d/.test(path)) return []
    return isScript(path) || path.endsWith('.md') ? matches(path, text, quaint) : []
  },
  function namesNoMachine({ path, text }) {
    return matches(path, text, machineTraces)
  },
  function keepsWordsInCatalogues({ path, text }) {
    if (!/^server\/.*\.(ts|json)$/.test(path) || isTest(path)) return []
    return matches(path, text, [[otherScript, 'a text in another language; it belongs in words/']])
  },
  function exportsByName({ path, text }) {
    if (!isScript(path) || /\.config\.ts$/.test(path)) return []
    return /^export default\b/m.test(text) ? [`${path} has a default export.`] : []
  },
  function isNoBarrel({ path, text }) {
    if (!isScript(path)) return []
    const code = withoutComments(text).trim()
    const rest = code.replace(/\bexport\b[^=(;'"]*\bfrom\s*['"][^'"\n]+['"];?/g, '').trim()
    return code !== '' && rest === '' ? [`${path} only re-exports other files.`] : []
  },
  function hasANameOfItsOwn({ path }) {
    if (isCatalogue(path)) return []
    return /(^|\/)(utils?|helpers?|common)(\.[a-z.]+)?(\/|$)/.test(path)
      ? [`${path} has a name that says nothing about its content.`]
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
    // The verbs of a journey assert by waiting: they fail if what they wait for does not appear.
    const claims = path.endsWith('.e2e.ts')
      ? /\bexpect\b|\bawait (see|look|arrive)\(/
      : /\bexpect\b|\bassert\b|\bfc\.|\btestStates\(/
    return claims.test(withoutComments(text)) ? [] : [`${path} asserts nothing.`]
  },
]

function matches(path: string, text: string, patterns: [RegExp, string][]): string[] {
  return patterns.flatMap(([pattern, what]) => {
    const match = pattern.exec(text)
    if (!match) return []
    const line = text.slice(0, match.index + match[0].search(/\S|$/)).split('\n').length
    return [`${path}:${line} contains ${what}: ${match[0].trim()}`]
  })
}

/** Returns the lines on which a literal in brackets follows the pattern and nothing uses it. */
function literalsAfter(pattern: RegExp, text: string): number[] {
  const code = withoutComments(text)
  return [...code.matchAll(pattern)].flatMap(({ index, 0: match }) => {
    const after = code.slice(endOfBrackets(code, index + match.length))
    // `[a, b].sort()` computes something, and `(...[a, b]: Pair) => c` has parameters.
    return /^\s*([.(:[?]|\)\s*(=>|:))/.test(after) ? [] : [code.slice(0, index).split('\n').length]
  })
}

/** Returns the index after the bracket that closes the one at `start`. */
function endOfBrackets(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if ('{[('.includes(code[at] ?? '')) depth += 1
    if ('}])'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at + 1
  }
  return code.length
}

/** Returns the text without its comments; their line breaks stay. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1')
}
