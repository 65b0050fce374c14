import { access } from './access.ts'
import { concurrency } from './concurrency.ts'
import { consolePages } from './console.ts'
import { durability } from './durability.ts'
import { money } from './money.ts'
import type { Mutant } from './mutant.ts'
import { pages } from './pages.ts'
import { staff } from './staff.ts'

/** Every fault, by theme. */
export const mutants: Readonly<Record<string, readonly Mutant[]>> = {
  money,
  concurrency,
  durability,
  access,
  staff,
  pages,
  console: consolePages,
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
