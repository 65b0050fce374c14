import type { Places } from '#domain/identity/form.ts'
import { LANGUAGES, type Language } from '#words/language.ts'
import { isMessage, say } from '#words/say.ts'
import { DISTRICTS_BY_STATE } from './districts.ts'

/** A state or a district, by its code in the Local Government Directory (specification §3). */
export type Place = { readonly id: string; readonly name: string }

/** The districts of each state, by the code of the state. */
const DISTRICTS = new Map<string, readonly Place[]>(
  Object.entries(DISTRICTS_BY_STATE).map(([state, districts]) => [
    state,
    districts.split(', ').map(placeOf),
  ]),
)

const STATES = new Map(LANGUAGES.map(language => [language, statesIn(language)]))

/** Returns the states and union territories, sorted by name. */
export function states(language: Language = 'en'): readonly Place[] {
  return STATES.get(language) ?? []
}

/**
 * The districts of a state, by name; none for an unknown state. Names are spelled as in documents.
 */
export function districtsOf(stateId: string): readonly Place[] {
  return DISTRICTS.get(stateId) ?? []
}

/** The places as the form rules need them, with the names of states in one language. */
export function placesIn(language: Language): Places {
  return {
    stateName: stateId => states(language).find(({ id }) => id === stateId)?.name,
    isDistrictOf: (stateId, districtId) =>
      districtsOf(stateId).some(district => district.id === districtId),
  }
}

function statesIn(language: Language): readonly Place[] {
  const places = [...DISTRICTS.keys()].flatMap(id => {
    const message = `place.state.${id}`
    return isMessage(message) ? [{ id, name: say(language, message) }] : []
  })
  return places.sort((one, other) => one.name.localeCompare(other.name, language))
}

function placeOf(codeAndName: string): Place {
  const gap = codeAndName.indexOf(' ')
  return { id: codeAndName.slice(0, gap), name: codeAndName.slice(gap + 1) }
}
