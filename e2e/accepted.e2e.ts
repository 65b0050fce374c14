import { expect, test } from 'vitest'
import { comparePictures } from '#scripts/pictures/accepted.ts'

/** The packages bring the browser and the fonts of the accepted pictures for Linux on x64 alone. */
const isDrawnHere = process.platform === 'linux' && process.arch === 'x64'

test.skipIf(!isDrawnHere)(
  'every route looks as its accepted picture (decision 46)',
  { timeout: 900_000 },
  async () => {
    expect(await comparePictures('')).toEqual([])
  },
)
