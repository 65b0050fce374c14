import { acts } from './acts.ts'
import { autopay } from './autopay.ts'
import { cases } from './cases.ts'
import { concurrency } from './concurrency.ts'
import { hardship } from './hardship.ts'
import { jobs } from './jobs.ts'
import { model } from './model.ts'
import { money } from './money.ts'
import type { Mutant } from './mutant.ts'
import { part } from './part.ts'
import { security } from './security.ts'
import { sessions } from './sessions.ts'
import { staff } from './staff.ts'
import { state } from './state.ts'
import { sums } from './sums.ts'
import { upi } from './upi.ts'

/** Every fault, by theme. */
export const mutants: Readonly<Record<string, readonly Mutant[]>> = {
  money,
  sums,
  part,
  autopay,
  upi,
  hardship,
  state,
  concurrency,
  jobs,
  security,
  sessions,
  staff,
  acts,
  cases,
  model,
}

/** Returns the mutants with these names or themes; all of them if none is given. */
export function selected(names: readonly string[]): readonly Mutant[] {
  if (names.length === 0) return Object.values(mutants).flat()
  return names.flatMap(name => {
    const chosen =
      mutants[name] ??
      Object.values(mutants)
        .flat()
        .filter(mutant => mutant.name === name)
    if (chosen.length === 0) throw new Error(`No mutant and no theme is called ${name}.`)
    return chosen
  })
}
