import { createHash } from 'node:crypto'
import { isIfsc } from '#domain/identity/bank-account.ts'
import { cityNameOf } from './cities.ts'
import { ELSEWHERE, type State, stateOf } from './states.ts'

/** One branch with its bank, state and city. */
export type Branch = {
  readonly ifsc: string
  readonly name: string
  readonly bank: string
  readonly state: State
  readonly city: string
}

/**
 * The faults of a row of the public dataset: rows with the first fault are unusable, the others are
 * filed where they can still be found.
 */
export type Dirt =
  | 'code malformed'
  | 'bank missing'
  | 'state unknown'
  | 'city missing'
  | 'branch unnamed'
export type Reading = { readonly branch: Branch | undefined; readonly dirt: readonly Dirt[] }

/**
 * Reads a branch from a row with the public dataset's columns. Its `CITY` holds the district,
 * `DISTRICT` the town, and `STATE` is sometimes neither: the chain is bank, `ISO3166`, `CITY`.
 */
export function readBranch(row: Readonly<Record<string, string>>): Reading {
  const field = (name: string) => (row[name] ?? '').replace(/\s+/g, ' ').trim()
  const ifsc = field('IFSC').toUpperCase()
  const bank = field('BANK')
  if (!isIfsc(ifsc)) return { branch: undefined, dirt: ['code malformed'] }
  const state = stateOf(field('ISO3166'), field('STATE'))
  const city = meaningful(field('CITY'))
  const name = meaningful(field('BRANCH'))
  return {
    branch: {
      ifsc,
      name: name ? readable(name) : ifsc,
      // A single word is an abbreviation: IDBI. A bank without a name is named by the letters of
      // its codes.
      bank: bank.includes(' ') ? readable(bank) : bank || ifsc.slice(0, 4),
      state: state ?? ELSEWHERE,
      city: cityOf(city, state),
    },
    dirt: [
      ...(bank ? [] : (['bank missing'] as const)),
      ...(state ? [] : (['state unknown'] as const)),
      ...(city ? [] : (['city missing'] as const)),
      ...(name ? [] : (['branch unnamed'] as const)),
    ],
  }
}

function cityOf(city: string | undefined, state: State | undefined): string {
  if (!city) return state?.name ?? ELSEWHERE.name
  return (state && cityNameOf(state.code, city)) ?? readable(city)
}

function meaningful(text: string): string | undefined {
  return text === '' || /^(NA|N\/A|NULL|-)$/i.test(text) ? undefined : text
}

const SMALL_WORDS = new Set(['AND', 'OF', 'THE'])

/**
 * Changes a name in capitals to normal case. Abbreviations, which have no vowel or two letters,
 * stay as they are.
 */
export function readable(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.replace(/[A-Z]+(?:'S\b)?/g, (word, at: number) => {
    if (SMALL_WORDS.has(word) && at > 0) return word.toLowerCase()
    if (word.length <= 2 || !/[AEIOUY]/.test(word)) return word
    return word.charAt(0) + word.slice(1).toLowerCase()
  })
}

export type ChainIds = {
  readonly bankId: string
  readonly stateId: string
  readonly cityId: string
}

/** Ids derived from the names: importing the same directory again changes none. */
export function chainIds({ bank, state, city }: Omit<Branch, 'ifsc' | 'name'>): ChainIds {
  return {
    bankId: bankIdOf(bank),
    stateId: idOf([bank, state.code]),
    cityId: idOf([bank, state.code, city]),
  }
}

export function bankIdOf(bank: string): string {
  return idOf([bank])
}

function idOf(names: readonly string[]): string {
  const text = names.map(name => name.toUpperCase()).join('\n')
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
