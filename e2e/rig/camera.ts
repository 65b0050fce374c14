import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { FEW_PROCESSES, launchBrowser } from './browser.ts'

const width = 640
const height = 480
const frames = 8

/**
 * Starts a browser that grants the use of its camera. The camera repeats `film` (YUV4MPEG2, or
 * JPEGs one after another); without one it shows a drawn face that nods slightly.
 */
export async function launchBrowserWithCamera(film: Buffer = drawFilm()): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'saral-camera-'))
  const path = join(
    folder,
    film.toString('latin1', 0, 9) === 'YUV4MPEG2' ? 'film.y4m' : 'film.mjpeg',
  )
  writeFileSync(path, film)
  const browser = await launchBrowser([
    ...FEW_PROCESSES,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ])
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true }))
  return browser
}

/**
 * Draws an uncompressed YUV4MPEG2 film: a header, then for each frame its brightness and its two
 * colour planes at half size.
 */
function drawFilm(): Buffer {
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420mpeg2\n`),
  ]
  for (let frame = 0; frame < frames; frame++) {
    const nod = Math.round(4 * Math.sin((2 * Math.PI * frame) / frames))
    parts.push(Buffer.from('FRAME\n'), plane('y', 1, nod), plane('u', 2, nod), plane('v', 2, nod))
  }
  return Buffer.concat(parts)
}

type Colour = { y: number; u: number; v: number }

const wall: Colour = { y: 200, u: 128, v: 124 }
const shirt: Colour = { y: 90, u: 150, v: 110 }
const hair: Colour = { y: 40, u: 126, v: 132 }
const skin: Colour = { y: 150, u: 108, v: 152 }
const eye: Colour = { y: 30, u: 128, v: 128 }
const lips: Colour = { y: 100, u: 115, v: 175 }

/** From front to back: a point has the colour of the first shape that contains it. */
const shapes: {
  colour: Colour
  at: [x: number, y: number]
  radius: [x: number, y: number]
  nods: boolean
}[] = [
  { colour: eye, at: [278, 210], radius: [12, 8], nods: true },
  { colour: eye, at: [362, 210], radius: [12, 8], nods: true },
  { colour: lips, at: [320, 300], radius: [36, 10], nods: true },
  { colour: skin, at: [320, 235], radius: [95, 130], nods: true },
  { colour: hair, at: [320, 195], radius: [115, 130], nods: true },
  { colour: skin, at: [320, 370], radius: [45, 60], nods: false },
  { colour: shirt, at: [320, 490], radius: [210, 110], nods: false },
]

function plane(channel: keyof Colour, step: number, nod: number): Buffer {
  const pixels = Buffer.alloc((width / step) * (height / step))
  let next = 0
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) pixels[next++] = colourAt(x, y, nod)[channel]
  }
  return pixels
}

function colourAt(x: number, y: number, nod: number): Colour {
  const shape = shapes.find(({ at, radius, nods }) => {
    const across = (x - at[0]) / radius[0]
    const down = (y - at[1] - (nods ? nod : 0)) / radius[1]
    return across * across + down * down <= 1
  })
  return shape?.colour ?? wall
}
