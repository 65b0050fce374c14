/**
 * Drawn cards of invented people, for tests: the printed fields in their places, and nothing of a
 * real card's art.
 */
import { createRequire } from 'node:module'
import sharp, { type Sharp } from 'sharp'
import { type CleanPicture, reEncode } from '#server/platform/files/re-encode.ts'

const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const WIDTH = 1_012
const HEIGHT = 638

type Print = {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly height: number
}

export type Printed = { readonly name: string; readonly dob: string; readonly number: string }

/**
 * The effects of a photograph on a card: its clockwise rotation in degrees, the width of the card,
 * the blur.
 */
export type Photographed = {
  readonly turned?: number
  readonly width?: number
  readonly blurred?: number
}

export function drawnAadhaar(
  { name, dob, number }: Printed,
  how: Photographed = {},
): Promise<CleanPicture> {
  const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
  return photographed(
    [
      { text: 'Government of India', left: 330, top: 60, height: 36 },
      { text: name, left: 310, top: 200, height: 34 },
      { text: `DOB: ${dob}`, left: 310, top: 256, height: 34 },
      { text: 'FEMALE', left: 310, top: 312, height: 30 },
      { text: spaced, left: 280, top: 480, height: 50 },
    ],
    how,
  )
}

export function drawnPan(
  { name, dob, number }: Printed,
  how: Photographed = {},
): Promise<CleanPicture> {
  return photographed(
    [
      { text: 'INCOME TAX DEPARTMENT', left: 60, top: 60, height: 30 },
      { text: 'Permanent Account Number Card', left: 330, top: 160, height: 26 },
      { text: number, left: 370, top: 210, height: 44 },
      { text: 'Name', left: 60, top: 350, height: 22 },
      { text: name.toUpperCase(), left: 60, top: 384, height: 32 },
      { text: "Father's Name", left: 60, top: 436, height: 22 },
      { text: 'SURESH DEVAN', left: 60, top: 470, height: 32 },
      { text: 'Date of Birth', left: 60, top: 526, height: 22 },
      { text: dob, left: 60, top: 560, height: 32 },
    ],
    how,
  )
}

/** A printed picture that is no card. */
export function drawnLetter(): Promise<CleanPicture> {
  return photographed(
    [{ text: 'Dear Asha, the train leaves at noon.', left: 80, top: 200, height: 40 }],
    {},
  )
}

async function photographed(
  prints: readonly Print[],
  { turned = 0, width = WIDTH, blurred }: Photographed,
): Promise<CleanPicture> {
  const layers = await Promise.all(prints.map(layerOf))
  const card = await paper(WIDTH, HEIGHT, '#eef4f2').composite(layers).png().toBuffer()
  const laid = sharp(card).resize({ width }).rotate(turned, { background: '#6b5a48' })
  const picture = await reEncode(await (blurred ? laid.blur(blurred) : laid).png().toBuffer())
  if (!picture) throw new Error('the drawn card is no picture')
  return picture
}

async function layerOf({ text, left, top, height }: Print) {
  const image = {
    text,
    fontfile: FONT,
    font: 'DejaVu Sans',
    rgba: true,
    height,
    width: WIDTH - left,
  } as const
  return { input: await sharp({ text: image }).png().toBuffer(), left, top }
}

function paper(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}
