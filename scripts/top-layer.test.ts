import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { stretchedGrids } from './top-layer.ts'

test('no dialog and no popover of the apps is a grid', () => {
  const files = sourceFiles().filter(({ path }) => /^(web|console)\/.*\.(css|tsx)$/.test(path))
  expect(stretchedGrids(files)).toEqual([])
})

const toast = {
  path: 'web/ui/Toasts.tsx',
  text: "import styles from './Toast.module.css'\n<div className={styles.region} popover={is ? 'manual' : undefined}><b className={styles.inner}>",
}
const sheet = {
  path: 'web/ui/Overlay.tsx',
  text: "import styles from './Overlay.module.css'\n<dialog className={classes(styles.overlay, props.className)}>\n<Modal className={styles.tall}><p className={styles.padded}>",
}
const menu = {
  path: 'console/Bar.tsx',
  text: '<nav id={id} popover="auto" ref={list}><a className="x">',
}

test.each([
  ['web/ui/Toast.module.css', '.region { display: grid }'],
  [
    'web/ui/Toast.module.css',
    '@media print { .a > .region:hover { color: red; display:inline-grid } }',
  ],
  ['web/ui/Overlay.module.css', '.tall[open] { display: grid }'],
  ['web/ui/Overlay.module.css', '.overlay:has(> .foot)[open] { display: grid }'],
  ['console/console.css', '.bar nav:popover-open { display: grid }'],
  ['console/console.css', '.bar nav { display: grid }'],
  ['console/console.css', '.bar #account { display: grid }'],
  ['web/ui/base.css', 'html dialog { display: grid }'],
])('names the grid in %s: %s', (path, text) => {
  expect(stretchedGrids([toast, sheet, menu, { path, text }])).toHaveLength(1)
})

test.each([
  ['web/ui/Toast.module.css', '.region { display: flex } .inner { display: grid }'],
  [
    'web/ui/Toast.module.css',
    '.region > .close { display: grid } .region::before { display: grid }',
  ],
  ['web/ui/Overlay.module.css', '.padded { display: grid } .foot > div { display: grid }'],
  ['console/console.css', '.bar nav a { display: grid } .page { display: grid }'],
])('accepts in %s: %s', (path, text) => {
  expect(stretchedGrids([toast, sheet, menu, { path, text }])).toEqual([])
})
