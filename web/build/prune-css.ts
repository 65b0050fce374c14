type Page = { readonly classes: ReadonlySet<string>; readonly elements: ReadonlySet<string> }

/**
 * Returns the rules of a minified style sheet that may apply to a page on a screen: those whose
 * classes and elements all occur in it. Unused animations and custom properties are removed, too.
 * The whole sheet loads later (shell/whole-styles.ts).
 */
export function pruneCss(css: string, html: string): string {
  // A live region without a message shows nothing.
  const shown = html.replace(/<div class="[^"]*" role="status"><\/div>/g, '')
  const classes = [...shown.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  const elements = [...html.matchAll(/<([a-z]\w*)/g)].map(([, name = '']) => name)
  const page = {
    classes: new Set(classes),
    elements: new Set([...elements, 'html', 'body']),
  }
  const used = withoutUnusedProperties(withoutUnusedAnimations(prune(css, page)))
  // The minifier writes some prefixed declarations twice.
  return used.replace(/(?<=[{;])([^;{}]+);(?=\1[;}])/g, '')
}

function withoutUnusedAnimations(css: string): string {
  return css.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (whole, name: string) =>
    css.replaceAll(whole, '').includes(name) ? whole : '',
  )
}

/** Recursive: a property may have been used only by one that was removed. */
function withoutUnusedProperties(css: string): string {
  const less = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name: string) =>
    new RegExp(`var\\(${name}[,)]`).test(css) ? whole : '',
  )
  return less === css ? css : withoutUnusedProperties(less)
}

function prune(css: string, page: Page): string {
  return rulesOf(css)
    .map(({ head, body }) => {
      if (head === '@media print') return ''
      if (body === undefined || /^@(?!media|supports)/.test(head)) return rule(head, body)
      if (head.startsWith('@')) {
        const inner = prune(body, page)
        return inner && rule(head, inner)
      }
      const selectors = splitOutside(head, ',').filter(selector => isUsed(selector, page))
      return selectors.length > 0 ? rule(selectors.join(','), body) : ''
    })
    .join('')
}

function rule(head: string, body: string | undefined): string {
  return body === undefined ? `${head};` : `${head}{${body}}`
}

/** Names within `:is(…)`, `:has(…)` and the like are alternatives or conditions: they do not count. */
function isUsed(selector: string, { classes, elements }: Page): boolean {
  let outside = selector
  while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, '')
  // The app sets these while it runs.
  if (/^(:root|html)\[data-(theme|background)/.test(outside)) return false
  outside = outside.replace(/\[[^\]]*\]/g, '')
  const namesOf = (pattern: RegExp) => [...outside.matchAll(pattern)].map(([, name = '']) => name)
  return (
    namesOf(/\.([\w-]+)/g).every(name => classes.has(name)) &&
    namesOf(/(?<![\w.#:-])([a-z]\w*)/g).every(name => elements.has(name))
  )
}

/** The rules of a sheet or of a block; a statement such as `@import` has no body. */
export function rulesOf(css: string): { head: string; body: string | undefined }[] {
  const rules: { head: string; body: string | undefined }[] = []
  let from = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at] ?? '', at + 1)
    else if (css[at] === ';') {
      rules.push({ head: css.slice(from, at).trim(), body: undefined })
      from = at + 1
    } else if (css[at] === '{') {
      const end = endOfBlock(css, at)
      rules.push({ head: css.slice(from, at).trim(), body: css.slice(at + 1, end) })
      from = end + 1
      at = end
    }
  }
  return rules
}

function endOfBlock(css: string, start: number): number {
  let depth = 0
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at] ?? '', at + 1)
    else if (css[at] === '{') depth += 1
    else if (css[at] === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  throw new Error('A block of the style sheet does not end.')
}

export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(' || char === '[') depth += 1
    if (char === ')' || char === ']') depth -= 1
    if (char === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}
