/** Puts the data of a test file into the folder of the run, and has its processes compile each module once. */
import { join } from 'node:path'
import { offeredTemplate } from './database.ts'

const { folder } = offeredTemplate()
process.env.TMPDIR = folder
process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
