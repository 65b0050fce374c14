/**
 * Text recognition: Tesseract, compiled to WebAssembly, with its English data from the same
 * registry; it uses no network.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createWorker, PSM } from 'tesseract.js'
import type { Box } from '#server/providers/document/image.ts'

/** A printed word with its place in the view; confidence from 0 to 1. */
export type Word = { readonly text: string; readonly confidence: number; readonly box: Box }
export type Line = { readonly words: readonly Word[]; readonly box: Box }

export type Engine = {
  /** Every line of a view, from top to bottom. */
  readonly lines: (png: Buffer) => Promise<readonly Line[]>
  /** One line alone, limited to these characters. */
  readonly line: (png: Buffer, characters: string) => Promise<readonly Word[]>
  readonly close: () => Promise<unknown>
}

/** Fields are scattered over a card: no columns, no paragraphs. */
const SCATTERED = PSM.SPARSE_TEXT
const ENGINE_LSTM = 1
const DPI = '300'

export async function startEngine(): Promise<Engine> {
  const data = join(
    dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
    '4.0.0_best_int',
  )
  const worker = await createWorker('eng', ENGINE_LSTM, {
    langPath: data,
    cacheMethod: 'none',
    gzip: true,
  })
  const recognise = async (png: Buffer, mode: PSM, characters: string) => {
    await worker.setParameters({
      tessedit_pageseg_mode: mode,
      tessedit_char_whitelist: characters,
      user_defined_dpi: DPI,
    })
    const { data: page } = await worker.recognize(png, {}, { text: false, blocks: true })
    return (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap(({ lines }) => lines)
  }
  return {
    lines: async png => {
      const page = await recognise(png, SCATTERED, '')
      return page
        .map(({ words, bbox }) => ({ words: words.map(asWord), box: bbox }))
        .toSorted((a, b) => a.box.y0 - b.box.y0)
    },
    line: async (png, characters) => {
      const page = await recognise(png, PSM.SINGLE_LINE, characters)
      return page.flatMap(({ words }) => words.map(asWord))
    },
    close: () => worker.terminate(),
  }
}

function asWord({ text, confidence, bbox }: { text: string; confidence: number; bbox: Box }): Word {
  return { text, confidence: confidence / 100, box: bbox }
}
