import type { Places } from '#domain/identity/form.ts'
import type { Language } from '#words/language.ts'
import { DISTRICTS_BY_STATE } from './districts.ts'
import { STATES_IN_HINDI } from './states-in-hindi.ts'

/** A state or a district, by its code in the Local Government Directory (specification §3). */
export type Place = { readonly id: string; readonly name: string }

type State = Place & { readonly districts: readonly Place[] }

const STATES = new Map<string, State>(
  Object.entries(DISTRICTS_BY_STATE).map(([state, districts]) => {
    const place = placeOf(state)
    return [place.id, { ...place, districts: districts.split(', ').map(placeOf) }]
  }),
)

const STATE_LISTS: Readonly<Record<Language, readonly Place[]>> = {
  en: stateList('en'),
  hi: stateList('hi'),
}

/** The states and union territories, by name. */
export function states(language: Language = 'en'): readonly Place[] {
  return STATE_LISTS[language]
}

/**
 * The districts of a state, by name; none for an unknown state. Names are spelled as in documents.
 */
export function districtsOf(stateId: string): readonly Place[] {
  return STATES.get(stateId)?.districts ?? []
}

/** The places as the form rules need them, with the names of states in one language. */
export function placesIn(language: Language): Places {
  return {
    stateName: stateId => states(language).find(({ id }) => id === stateId)?.name,
    isDistrictOf: (stateId, districtId) =>
      districtsOf(stateId).some(district => district.id === districtId),
  }
}

function stateList(language: Language): readonly Place[] {
  const list = [...STATES.values()].map(({ id, name }) => ({
    id,
    name: language === 'hi' ? (STATES_IN_HINDI[id] ?? name) : name,
  }))
  return list.sort((one, other) => one.name.localeCompare(other.name, language))
}

function placeOf(codeAndName: string): Place {
  const gap = codeAndName.indexOf(' ')
  return { id: codeAndName.slice(0, gap), name: codeAndName.slice(gap + 1) }
}
