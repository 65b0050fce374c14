import type { Difference } from './compare.ts'

/** A picture that differs from the accepted one. */
export type PictureDifference = { readonly name: string; readonly kind: Difference['kind'] }

const SAYS: Record<PictureDifference['kind'], string> = {
  added: 'has no accepted picture',
  gone: 'is no longer taken',
  resized: 'has another size',
  changed: 'looks different',
}
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; background: #eee; color: #111 }
  article { margin: 32px 0 } h2 { font-size: 18px; margin: 0 }
  div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto }
  figure { margin: 8px 0; flex: none } img { display: block; max-width: 720px; border: 1px solid #999 }
  code { background: #fff; padding: 2px 6px }
`

/** The page that shows accepted, new and differing pixels side by side, with the way to accept. */
export function reviewPage(differences: readonly PictureDifference[]): string {
  const all = differences.length > 0 ? `<p>Accept all: ${command('')}</p>` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures that differ</title>
<style>${STYLE}</style><h1>${differences.length} pictures differ</h1>${all}
${differences.map(articleOf).join('\n')}</html>`
}

function articleOf({ name, kind }: PictureDifference): string {
  const pictures = [
    kind !== 'added' && kind !== 'gone' && figure(`${name}.accepted.webp`, 'accepted'),
    kind !== 'gone' && `<a href="${name}.png">${figure(`${name}.new.webp`, 'new')}</a>`,
    kind === 'changed' && figure(`${name}.difference.png`, 'difference'),
  ].filter(each => each !== false)
  return `<article id="${name}"><h2>${name} ${SAYS[kind]}</h2>
<p>Accept: ${command(` ${name}`)}</p><div>${pictures.join('')}</div></article>`
}

function figure(file: string, caption: string): string {
  return `<figure><figcaption>${caption}</figcaption><img src="${file}" alt="${caption}" loading="lazy"></figure>`
}

function command(names: string): string {
  return `<code>npm run rig -- screenshots --accept${names}</code>`
}
