import { expect, test } from 'vitest'
import { shellEntries } from '#web/build/worker.ts'

const contents: Record<string, string> = {
  'index.html': 'page',
  'assets/app-1.js': 'app',
  'assets/app-1.js.br': 'small',
  'assets/face-model.js': 'x'.repeat(400_000),
  'prerendered/home.hi.html': 'घर',
  'manifest.webmanifest': '{}',
  'screenshots/home.webp': 'picture',
  'sw.js': 'worker',
}
const files = Object.keys(contents)
const read = (file: string) => new TextEncoder().encode(contents[file])

test('caches pages, scripts and styles, but no pictures and no large files', () => {
  expect(shellEntries({ files, read }).map(({ url }) => url)).toEqual([
    '/assets/app-1.js',
    '/index.html',
    '/prerendered/home.hi.html',
  ])
})

test('a page’s revision is its content hash; a file with a hash in its name needs none', () => {
  const [app, page] = shellEntries({ files, read })
  expect(app?.revision).toBeNull()
  contents['index.html'] = 'another page'
  expect(shellEntries({ files, read })[1]?.revision).not.toBe(page?.revision)
})
