/** The settings of fast-check in every test: its usual hundred cases count like those that a property names. */
import { configureGlobal } from 'fast-check'
import { runs, seed } from '#domain/testing/runs.ts'

configureGlobal({ numRuns: runs(100), ...(seed !== undefined && { seed }) })
