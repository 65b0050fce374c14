import type { Places } from '#domain/form.ts'
import { DISTRICTS_BY_STATE } from './districts.ts'

/** A state or a district, by its code in the Local Government Directory (specification §3). */
export type Place = { readonly id: string; readonly name: string }

type State = Place & { readonly districts: readonly Place[] }

const STATES = new Map<string, State>(
  Object.entries(DISTRICTS_BY_STATE).map(([state, districts]) => {
    const place = placeOf(state)
    return [place.id, { ...place, districts: districts.split(', ').map(placeOf) }]
  }),
)

const STATE_LIST: readonly Place[] = [...STATES.values()].map(({ id, name }) => ({ id, name }))

/** The states and union territories, by name. */
export function states(): readonly Place[] {
  return STATE_LIST
}

/** The districts of a state, by name; none of a state that does not exist. */
export function districtsOf(stateId: string): readonly Place[] {
  return STATES.get(stateId)?.districts ?? []
}

/** What the rules of the dynamic forms ask about places. */
export const places: Places = {
  stateName: stateId => STATES.get(stateId)?.name,
  isDistrictOf: (stateId, districtId) => districtsOf(stateId).some(district => district.id === districtId),
}

function placeOf(codeAndName: string): Place {
  const gap = codeAndName.indexOf(' ')
  return { id: codeAndName.slice(0, gap), name: codeAndName.slice(gap + 1) }
}
