/** The order of rooms, circles between files, and the figures that tell how well the rooms are cut. */
import { circlesIn, importsBetweenFiles, measures, wrongWays } from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const imports = importsBetweenFiles(files)
const { rooms, arrows, withinShare, filesPerThousandLines } = measures(files, imports)

console.log(`rooms of the server           ${rooms}`)
console.log(`arrows between them           ${arrows} (at most 100)`)
console.log(
  `imports within a room         ${(withinShare * 100).toFixed(1)} % (at least 80 %; the platform counts as every room's ground)`,
)
console.log(`imports against the order     ${wrongWays(imports).length} (none)`)
console.log(`circles between files         ${circlesIn(imports).length} (none)`)
console.log(`source files per 1,000 lines  ${filesPerThousandLines.toFixed(1)} (at most 12.5)`)
