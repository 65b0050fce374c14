/** A photograph prepared for recognition: grey, evenly lit, rotated and enlarged as requested. */
import sharp, { type Sharp } from 'sharp'
import type { Area } from '#server/providers/document/port.ts'

/** Grey pixels, one byte each, row by row. */
export type Grey = { readonly pixels: Buffer; readonly width: number; readonly height: number }

/** A view of the photograph: its pixels, and where in the photograph it is. */
export type View = {
  readonly png: Buffer
  /** The area of the photograph that a box of this view covers. */
  readonly areaOf: (box: Box) => Area
}

/** Left, top, right and bottom, in pixels of a view. */
export type Box = {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

type Point = { readonly x: number; readonly y: number }

/** The grey of paper once the light has been evened out. */
const PAPER_GREY = 205

/** Decodes a photograph once, for repeated use. */
export async function greyOf(bytes: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { pixels: firstChannel(data, info.channels), width: info.width, height: info.height }
}

/** The same picture with its longer side this long. */
export async function scaled(grey: Grey, longSide: number): Promise<Grey> {
  const factor = longSide / Math.max(grey.width, grey.height)
  const width = Math.round(grey.width * factor)
  const height = Math.round(grey.height * factor)
  const { data, info } = await asSharp(grey)
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: firstChannel(data, info.channels), width, height }
}

/**
 * Divides every pixel by the light around it: shadows, tints and the table under the card become
 * paper.
 */
export async function evenlyLit(grey: Grey, reach: number): Promise<Grey> {
  const { data, info } = await asSharp(grey)
    .blur(Math.max(1, reach))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const around = firstChannel(data, info.channels)
  const pixels = Buffer.alloc(grey.pixels.length)
  for (let at = 0; at < pixels.length; at += 1) {
    const lit = ((grey.pixels[at] ?? 0) / Math.max(1, around[at] ?? 1)) * PAPER_GREY
    pixels[at] = Math.min(lit, 255)
  }
  return { ...grey, pixels }
}

/** The whole picture, rotated clockwise by an angle in degrees; `scale` is its enlargement. */
export async function turned(grey: Grey, degrees: number, scale: number): Promise<View> {
  const { data, info } = await turnedSharp(grey, degrees)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const from = { x: info.width / 2, y: info.height / 2 }
  const to = { x: grey.width / 2, y: grey.height / 2 }
  const back = (point: Point) => {
    const { x, y } = rotated({ x: point.x - from.x, y: point.y - from.y }, -degrees)
    return { x: (x + to.x) / scale, y: (y + to.y) / scale }
  }
  return { png: data, areaOf: box => cornersOf(box).map(back) }
}

/** One place of the photograph alone, upright, `textHeight` pixels high, with some margin. */
export async function closeUp(
  grey: Grey,
  area: Area,
  degrees: number,
  textHeight: number,
): Promise<Buffer> {
  const centre = middleOf(area)
  const level = area.map(({ x, y }) => rotated({ x: x - centre.x, y: y - centre.y }, degrees))
  const width = spread(level.map(({ x }) => x))
  const height = spread(level.map(({ y }) => y))
  const scale = textHeight / height
  const size = { width: width + height * 1.2, height: height * 2 }
  const room = width + height * 3
  const piece = await pieceAround(grey, centre, room / 2)
  const enlarged = await scaled(piece, Math.round(room * scale))
  const lit = await evenlyLit(enlarged, textHeight * 2)
  const { data, info } = await turnedSharp(lit, degrees).raw().toBuffer({ resolveWithObject: true })
  const cutWidth = Math.min(info.width, Math.round(size.width * scale))
  const cutHeight = Math.min(info.height, Math.round(size.height * scale))
  const left = Math.floor((info.width - cutWidth) / 2)
  const top = Math.floor((info.height - cutHeight) / 2)
  const upright = sharp(data, {
    raw: { width: info.width, height: info.height, channels: info.channels },
  })
  return upright
    .extract({ left, top, width: cutWidth, height: cutHeight })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** A square of the picture around a point; beyond the picture's edge it is filled with paper. */
async function pieceAround(grey: Grey, { x, y }: Point, reach: number): Promise<Grey> {
  const side = Math.ceil(reach) * 2
  const left = Math.round(x) - side / 2
  const top = Math.round(y) - side / 2
  const pixels = Buffer.alloc(side * side, PAPER_GREY)
  for (let row = Math.max(0, -top); row < side && row + top < grey.height; row += 1) {
    const from = (row + top) * grey.width + Math.max(0, left)
    const to = (row + top) * grey.width + Math.min(grey.width, left + side)
    if (to > from) grey.pixels.copy(pixels, row * side + Math.max(0, -left), from, to)
  }
  return { pixels, width: side, height: side }
}

function turnedSharp(grey: Grey, degrees: number): Sharp {
  const background = { r: PAPER_GREY, g: PAPER_GREY, b: PAPER_GREY }
  return degrees === 0 ? asSharp(grey) : asSharp(grey).rotate(degrees, { background })
}

function asSharp({ pixels, width, height }: Grey): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}

/** Some operations return three equal channels. */
function firstChannel(data: Buffer, channels: number): Buffer {
  if (channels === 1) return data
  const pixels = Buffer.alloc(data.length / channels)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = data[at * channels] ?? 0
  return pixels
}

function cornersOf({ x0, y0, x1, y1 }: Box): readonly Point[] {
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ]
}

/** Clockwise, as in pictures the vertical axis points down. */
function rotated({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  }
}

function middleOf(area: Area): Point {
  const sum = area.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), {
    x: 0,
    y: 0,
  })
  return { x: sum.x / area.length, y: sum.y / area.length }
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}
