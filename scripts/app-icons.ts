/**
 * `node scripts/app-icons.ts`: a browser draws the app's icons from the star of
 * `web/public/icon.svg` into `web/public/icons`. They change only with the star, so they are
 * committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '#e2e/rig/browser.ts'

type Icon = {
  name: string
  sizePx: number
  /** The star's share of the icon's width. A mask may cut off all but the inner 80 %. */
  star: number
  ground: string
  /** The radius of the corners as a share of the width; none where the system cuts the shape. */
  round?: number
  color?: string
}

const CANOPY = '#232063'
const icons: readonly Icon[] = [
  { name: 'icon-192', sizePx: 192, star: 0.72, ground: CANOPY, round: 0.22 },
  { name: 'icon-512', sizePx: 512, star: 0.72, ground: CANOPY, round: 0.22 },
  { name: 'maskable-192', sizePx: 192, star: 0.56, ground: CANOPY },
  { name: 'maskable-512', sizePx: 512, star: 0.56, ground: CANOPY },
  { name: 'apple-touch-180', sizePx: 180, star: 0.62, ground: CANOPY },
  { name: 'badge-96', sizePx: 96, star: 0.9, ground: 'transparent', color: '#FFFFFF' },
]

const folder = fileURLToPath(new URL('../web/public/icons/', import.meta.url))
const star = readFileSync(fileURLToPath(new URL('../web/public/icon.svg', import.meta.url)), 'utf8')

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
const page = await browser.newPage()
for (const icon of icons) writeFileSync(join(folder, `${icon.name}.png`), await draw(icon))
await browser.close()

async function draw({ sizePx, star: part, ground, round = 0, color }: Icon): Promise<Buffer> {
  const drawing = color === undefined ? star : star.replace(/fill="#\w+"/, `fill="${color}"`)
  await page.setViewportSize({ width: sizePx, height: sizePx })
  await page.setContent(`<style>
    html, body { margin: 0; background: transparent }
    body { width: ${sizePx}px; height: ${sizePx}px; display: grid; place-items: center; background: ${ground}; border-radius: ${round * sizePx}px }
    svg { width: ${part * 100}%; height: auto }
  </style>${drawing}`)
  return page.screenshot({ omitBackground: true })
}
