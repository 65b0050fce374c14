/**
 * `npm run rig -- screenshots`: takes a picture of every route, as wide as a phone and as long as the page,
 * in both themes, into `screenshots/` (English) and `screenshots/hi/` (Hindi), which git ignores.
 *
 * `--compare` takes smaller pictures, compares them with the accepted ones in `e2e/accepted/`, as
 * looks.e2e.ts does, and fails if one differs; `screenshots/compare/index.html` then shows both and
 * the difference. `--accept` makes the new pictures of the last comparison the accepted ones, or only
 * those whose names follow it. `--compare --only order` compares the routes whose names contain a text.
 *
 * `--console` takes the pictures of the console that the README shows, into `docs/pictures/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { iPhone } from '#e2e/rig/device.ts'
import { takeRoutePictures, type View } from '#e2e/rig/route-pictures.ts'
import { acceptPictures, comparePictures } from './pictures/accepted.ts'
import { takeConsolePictures } from './pictures/console.ts'
import { buildWebIfChanged } from './web-build.ts'

const FOLDERS = {
  'en-IN': fileURLToPath(new URL('../screenshots', import.meta.url)),
  'hi-IN': fileURLToPath(new URL('../screenshots/hi', import.meta.url)),
}
const PIXEL_DENSITY = 2

const { values, positionals } = parseArgs({
  options: {
    compare: { type: 'boolean' },
    accept: { type: 'boolean' },
    console: { type: 'boolean' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
})

if (values.accept) acceptPictures(positionals)
else if (!buildWebIfChanged()) process.exitCode = 1
else if (values.console) await takeConsolePictures()
else if (!values.compare) await takeAll(values.only)
else if ((await comparePictures(values.only)).length > 0) process.exitCode = 1

async function takeAll(only: string): Promise<void> {
  const views = (['en-IN', 'hi-IN'] as const).map(
    (locale): View => ({
      locale,
      scale: PIXEL_DENSITY,
      windows: [{ ...iPhone.context.viewport, themes: ['light', 'dark'] }],
    }),
  )
  let pictures = 0
  for (const folder of Object.values(FOLDERS)) mkdirSync(folder, { recursive: true })
  await takeRoutePictures(views, only, async ({ name, view, theme, png }) => {
    writeFileSync(join(FOLDERS[view.locale], `${name}-${theme}.png`), png)
    pictures++
  })
  console.log(`Took ${pictures} pictures into ${Object.values(FOLDERS).join(' and ')}`)
}
