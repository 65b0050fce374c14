import type { SourceFile } from './source-files.ts'
import { withoutComments } from './tidy.ts'

/**
 * The interfaces that supported browsers lack: iOS 16.4, Chrome 110 or both do not have these, by
 * owner. The apps call none of them, except by `?.(` where a page works without. A journey signs in and
 * reads in a browser from which they are deleted (e2e/older-browser.e2e.ts).
 */
export const NEWER_APIS: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength'],
  'Blob.prototype': ['bytes'],
  Document: ['parseHTMLUnsafe'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['checkVisibility', 'getHTML', 'moveBefore', 'setHTMLUnsafe'],
  Error: ['isError'],
  globalThis: ['Float16Array', 'cookieStore', 'navigation', 'requestIdleCallback', 'scheduler'],
  'HTMLDialogElement.prototype': ['requestClose'],
  'HTMLElement.prototype': ['hidePopover', 'showPopover', 'togglePopover'],
  'Headers.prototype': ['getSetCookie'],
  Intl: ['DurationFormat'],
  Iterator: ['concat', 'from', 'zip'],
  JSON: ['isRawJSON', 'rawJSON'],
  Map: ['groupBy'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  ReadableStream: ['from'],
  RegExp: ['escape'],
  Response: ['json'],
  'Response.prototype': ['bytes'],
  'Set.prototype': [
    'difference',
    'intersection',
    'isDisjointFrom',
    'isSubsetOf',
    'isSupersetOf',
    'symmetricDifference',
    'union',
  ],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
  URL: ['canParse', 'parse'],
}

/** The methods that iterators, such as `map.values()`, have in newer browsers only. */
export const ITERATOR_METHODS = [
  'drop',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'take',
  'toArray',
] as const

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...Object.entries(NEWER_APIS).flatMap(([owner, members]) =>
    members.map(member => [nameOf(owner, member), patternOf(owner, member)] as const),
  ),
  ...ITERATOR_METHODS.map(
    method =>
      [
        `Iterator.prototype.${method}`,
        new RegExp(`\\.(?:(?:values|keys|entries)\\(\\)|matchAll\\([^()]*\\))\\s*\\.${method}\\(`),
      ] as const,
  ),
]

/** Names each newer API that a file of the apps calls, in a sentence. */
export function newerCalls({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const code = withoutComments(text)
  return patterns.flatMap(([name, pattern]) =>
    pattern.test(code) ? `${path} calls ${name}, which iOS 16.4 or Chrome 110 lacks.` : [],
  )
}

/** True for the code that a browser gets; that of the domain, the words and the contract included. */
export function isShipped(path: string): boolean {
  return (
    /^(web|console|contract|domain|words)\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|^(web|console)\/build\//.test(path)
  )
}

function nameOf(owner: string, member: string): string {
  return owner === 'globalThis' ? member : `${owner}.${member}`
}

function patternOf(owner: string, member: string): RegExp {
  if (owner === 'globalThis')
    return new RegExp(`(?<![\\w.'"/-])(?:(?:window|self|globalThis)\\.)?${member}\\s*[.(]`)
  // The schema library has methods of the same names.
  if (owner.endsWith('.prototype')) return new RegExp(`(?<!\\bv)\\.${member}\\s*\\(`)
  return new RegExp(`\\b${owner}\\s*\\.\\s*${member}\\b(?!\\?)`)
}
