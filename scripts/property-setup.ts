/** The settings of fast-check in every test: a property without its own number has a hundred cases. */
import { configureGlobal } from 'fast-check'
import { runs, seed } from '#domain/testing/runs.ts'

configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed }) })
