import { BOX } from './box-data.ts'
import type { Branch } from './branch.ts'
import { stateOf } from './states.ts'

/** The branches of the built-in directory. */
export function* boxBranches(): Generator<Branch> {
  for (const [codeAndBank, cities] of Object.entries(BOX)) {
    const [letters, bank] = parted(codeAndBank)
    for (const [stateAndCity, branches] of Object.entries(cities)) {
      const [stateCode, city] = parted(stateAndCity)
      const state = stateOf(stateCode, '')
      if (!state) throw new Error(`The built-in directory names an unknown state: ${stateCode}`)
      for (const [ending, name] of branches.split('; ').map(parted))
        yield { ifsc: `${letters}0${ending}`, name, bank, state, city }
    }
  }
}

function parted(text: string): [first: string, rest: string] {
  const gap = text.indexOf(' ')
  return [text.slice(0, gap), text.slice(gap + 1)]
}
