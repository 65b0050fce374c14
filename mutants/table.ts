import { TIERS, tierOf } from '#scripts/tiers.ts'
import { mutants } from './list.ts'
import type { Outcome } from './run.ts'

/** The outcome of one fault, and the test that noticed it first. */
export function lineOf({ mutant, how, file, because, seconds }: Outcome): string {
  const time = `${Math.round(seconds)} s`.padStart(5)
  return `${how.padEnd(10)} ${time}  ${mutant.name.padEnd(44)} ${file && `${file}: ${because}`}`
}

/** For each theme its faults, how many the tests of each tier killed, and how many were not. */
export function tableOf(all: readonly Outcome[]): string[] {
  const rows = Object.entries(mutants).flatMap(([theme, those]) => {
    const ended = all.filter(({ mutant }) => those.includes(mutant))
    return ended.length === 0 ? [] : [rowOf(theme, ended)]
  })
  return [line(['theme', 'faults', ...TIERS, 'not killed']), ...rows, rowOf('all', all)]
}

function rowOf(name: string, ended: readonly Outcome[]): string {
  const killed = ended.filter(({ how }) => how === 'killed')
  const byTier = TIERS.map(tier => killed.filter(({ file }) => tierOf(file) === tier).length)
  return line([name, ended.length, ...byTier, ended.length - killed.length])
}

function line([name, ...figures]: readonly (string | number)[]): string {
  return String(name).padEnd(12) + figures.map(each => String(each).padStart(18)).join('')
}

export function totalOf(all: readonly Outcome[]): string {
  const count = (how: Outcome['how']) => all.filter(outcome => outcome.how === how).length
  const counts = (['killed', 'survived', 'timed out', 'broken'] as const).map(
    how => `${count(how)} ${how}`,
  )
  return `${all.length} mutants: ${counts.join(', ')}.`
}
