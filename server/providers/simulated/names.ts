import { nameAgreement } from '#domain/identity/person-name.ts'

/**
 * The holder's name as another simulated register has it, by the last four digits of the number asked about: `0002` is the
 * same name written differently, `0003` another person, anything else the same name.
 */
export function nameElsewhere(name: string, lastFour: string): string {
  if (lastFour === '0002') return writtenDifferently(name)
  if (lastFour === '0003') return someoneElse(name)
  return name
}

/** `Asha Verma` becomes `A Verma`; a name without a first name to shorten gets an initial. */
function writtenDifferently(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return others.length === 0 || first.length === 1
    ? `${name.trim()} K`
    : [first.slice(0, 1), ...others].join(' ')
}

function someoneElse(name: string): string {
  const strangers = ['Nandini Bhattacharya', 'Farhan Qureshi', 'Lalitha Subramaniam']
  return strangers.find(stranger => nameAgreement(stranger, name) === 'different') ?? 'Xavier Lobo'
}
