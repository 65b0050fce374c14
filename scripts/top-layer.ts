import { posix } from 'node:path'
import { rulesOf, splitOutside } from '#web/build/prune-css.ts'
import type { SourceFile } from './source-files.ts'

type File = Pick<SourceFile, 'path' | 'text'>

/** Dialogs and popovers: the names by which a style sheet may reach them. */
type TopLayer = {
  /** The path of each sheet, and the classes in it that such an element has. */
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>
  /** The elements without a class, which rules name by their tag or id. */
  readonly tags: ReadonlySet<string>
}

/**
 * Names each style rule that makes a grid of a dialog or a popover. Browsers give these
 * `height: fit-content`, and WebKit stretches a positioned grid of such a height over the screen: a
 * column of `flex`, or a grid inside, has the height of its content everywhere.
 */
export function stretchedGrids(files: readonly File[]): string[] {
  const layer = topLayerOf(files)
  return files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      gridSelectors(text.replace(/\/\*[\s\S]*?\*\//g, ''))
        .filter(selector => mayBeTop(selector, layer.classes.get(path), layer.tags))
        .map(selector => `${path}: ${selector} makes a grid of a dialog or a popover`),
    )
}

function topLayerOf(files: readonly File[]): TopLayer {
  const classes = new Map<string, Set<string>>()
  const tags = new Set(['dialog'])
  for (const { path, text } of files.filter(file => file.path.endsWith('.tsx'))) {
    const sheet = /import styles from '(.+?)'/.exec(text)?.[1]
    const opened = openingTags(text)
    for (const tag of opened.filter(isTopLayer)) {
      const ofTag = classesIn(tag)
      // A class that the caller of a component passes on.
      const passed = /props\.className/.test(tag)
        ? opened.filter(each => /^<[A-Z]/.test(each)).flatMap(classesIn)
        : []
      const all = [...ofTag, ...passed]
      if (all.length === 0) tags.add(/^<(\w+)/.exec(tag)?.[1] ?? '')
      if (sheet === undefined) continue
      const at = posix.join(posix.dirname(path), sheet)
      classes.set(at, new Set([...(classes.get(at) ?? []), ...all]))
    }
  }
  return { classes, tags }
}

const isTopLayer = (tag: string) => /^<dialog\b|^<[a-z]\w*[\s\S]*\spopover\b/.test(tag)

const classesIn = (tag: string) => [...tag.matchAll(/styles\.(\w+)/g)].map(([, name = '']) => name)

/** The opening tags of a file of JSX, with their attributes. */
function openingTags(text: string): string[] {
  return [...text.matchAll(/<[A-Za-z]\w*(?=[\s>])/g)].map(({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1
      if (text[at] === '}') depth -= 1
      if (text[at] === '>' && depth === 0) return text.slice(index, at + 1)
    }
    return ''
  })
}

/** The selectors of every rule that makes a grid, those within `@media` and the like included. */
function gridSelectors(css: string): string[] {
  return rulesOf(css).flatMap(({ head, body = '' }) => {
    if (head.startsWith('@')) return gridSelectors(body)
    return /(?:^|[;{\s])display:\s*(?:inline-)?grid\b/.test(body) ? splitOutside(head, ',') : []
  })
}

function mayBeTop(
  selector: string,
  classes: ReadonlySet<string> = new Set(),
  tags: ReadonlySet<string>,
): boolean {
  const subject = subjectOf(selector)
  if (/::/.test(subject)) return false
  if (/:popover-open|\[popover|:modal|#/.test(subject)) return true
  const [, tag = ''] = /^([a-z]\w*)/.exec(subject) ?? []
  const named = [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
  return named.some(name => classes.has(name)) || (named.length === 0 && tags.has(tag))
}

/** The part of a selector that names the element itself, without its conditions. */
function subjectOf(selector: string): string {
  let outside = selector
  while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, '')
  return /[^\s>+~]*$/.exec(outside.trim())?.[0] ?? ''
}
