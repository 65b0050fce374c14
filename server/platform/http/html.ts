/** Text that is already HTML. All other text is escaped on insertion. */
export type Html = { readonly html: string }

type Insert = string | number | Html | readonly Html[] | undefined

/** A template that escapes every inserted text; lists are joined, `undefined` is empty. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const parts = strings.map((text, at) => text + (at < inserts.length ? textOf(inserts[at]) : ''))
  return { html: parts.join('') }
}

function textOf(insert: Insert): string {
  if (insert === undefined) return ''
  if (typeof insert === 'string' || typeof insert === 'number') return escaped(String(insert))
  return 'html' in insert ? insert.html : insert.map(one => one.html).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}
