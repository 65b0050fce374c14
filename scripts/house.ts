/** `npm run check -- --house`: prints how well the server is divided into rooms. */
import {
  cyclesIn,
  importsBetweenFiles,
  importsOfHigherRules,
  measures,
  wrongWays,
} from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const imports = importsBetweenFiles(files)
const { rooms, arrows, withinShare, filesPerThousandLines } = measures(files, imports)

console.log(`Rooms of the server           ${rooms}`)
console.log(`Arrows between rooms          ${arrows} (at most 96)`)
console.log(
  `Imports within a room         ${(withinShare * 100).toFixed(1)} % (at least 80 %; imports of the platform count as within)`,
)
const against = [...wrongWays(imports), ...importsOfHigherRules(imports)]
console.log(`Imports against the order     ${against.length} (none)`)
console.log(`Import cycles between files   ${cyclesIn(imports).length} (none)`)
console.log(`Source files per 1,000 lines  ${filesPerThousandLines.toFixed(1)} (at most 12.5)`)
