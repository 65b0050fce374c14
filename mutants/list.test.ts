import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { mutants, selected } from './list.ts'
import { mutated } from './mutant.ts'

const project = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const textOf = (path: string) => readFileSync(project(path), 'utf8')
const all = Object.values(mutants).flat()

describe('the list of mutants', () => {
  it('has at least 100 faults and 30 of pages, each with a name of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(100)
    const ofPages = all.filter(({ file }) => /^(web|console)\//.test(file))
    expect(ofPages.length).toBeGreaterThanOrEqual(30)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    // Stryker changes the rules of domain/.
    expect(all.filter(({ file }) => file.startsWith('domain/'))).toEqual([])
  })

  it.each(all.map(mutant => [mutant.name, mutant] as const))('%s applies', (_name, mutant) => {
    const text = mutated(mutant, textOf(mutant.file))
    expect(text).not.toBe(textOf(mutant.file))
    expect(parseSync(mutant.file, text).errors).toEqual([])
    expect(mutant.breaks).toMatch(/^[A-Z].*\.$/)
    for (const test of mutant.killedBy) expect(existsSync(project(test)), test).toBe(true)
    expect(mutant.killedBy.length).toBeGreaterThan(0)
  })

  it('finds mutants by name and by theme, and refuses another name', () => {
    expect(selected(['money'])).toEqual(mutants.money)
    expect(selected(['payout-without-its-key']).map(({ name }) => name)).toEqual([
      'payout-without-its-key',
    ])
    expect(() => selected(['no-such-fault'])).toThrow('no-such-fault')
  })
})
