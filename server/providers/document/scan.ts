/** Examines a photograph repeatedly, likeliest angle first, until a card is recognized. */

import { deskewAngles } from '#server/providers/document/deskew.ts'
import type { Engine, Line, Word } from '#server/providers/document/engine.ts'
import {
  type Box,
  closeUp,
  evenlyLit,
  type Grey,
  greyOf,
  scaled,
  turned,
} from '#server/providers/document/image.ts'
import type { Area, OnProgress } from '#server/providers/document/port.ts'

/**
 * One view of the photograph: its lines of text, and the means to examine one place more closely.
 */
export type Scan = {
  readonly lines: readonly Line[]
  readonly areaOf: (box: Box) => Area
  /** A box enlarged to this text height in pixels, read as one line limited to these characters. */
  readonly closer: (box: Box, characters: string, textHeight: number) => Promise<readonly Word[]>
}

/** Longer sides, in pixels, at which a card is examined: it may fill the picture or half of it. */
const SIZES = [1_600, 2_200, 1_200] as const
const DESKEW_SIZE = 640
const DESKEW_ANGLES = 2
/** The reach of local light, as a fraction of the longer side. */
const LIGHT_REACH = 1 / 50

/**
 * Scans in order of promise until `isEnough` says so; returns the last scan's result. A picture
 * with level text is tried as it is before it is turned upside down.
 */
export async function scansOf(
  engine: Engine,
  bytes: Uint8Array,
  onProgress: OnProgress,
  see: (scan: Scan) => Promise<'enough' | 'more'>,
): Promise<void> {
  const grey = await greyOf(bytes)
  const angles = await anglesOf(grey)
  const plan = SIZES.flatMap((size, round) =>
    (round === 0 ? angles : angles.slice(0, 2)).map(degrees => ({ size, degrees })),
  )
  for (const [index, { size, degrees }] of plan.entries()) {
    onProgress(5 + (90 * index) / plan.length)
    if ((await see(await scanAt(engine, grey, size, degrees))) === 'enough') return
  }
}

async function anglesOf(grey: Grey): Promise<readonly number[]> {
  const small = await scaled(grey, DESKEW_SIZE)
  const angles = deskewAngles(await evenlyLit(small, DESKEW_SIZE * LIGHT_REACH), DESKEW_ANGLES)
  return angles.flatMap(angle => [angle, angle > 0 ? angle - 180 : angle + 180])
}

async function scanAt(engine: Engine, grey: Grey, size: number, degrees: number): Promise<Scan> {
  const sized = await scaled(grey, size)
  const view = await turned(
    await evenlyLit(sized, size * LIGHT_REACH),
    degrees,
    size / Math.max(grey.width, grey.height),
  )
  return {
    lines: await engine.lines(view.png),
    areaOf: view.areaOf,
    closer: async (box, characters, textHeight) =>
      engine.line(await closeUp(grey, view.areaOf(box), degrees, textHeight), characters),
  }
}
