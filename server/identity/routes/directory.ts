import { directory } from '#contract/directory.ts'
import {
  banksOfDirectory,
  branchesOfCity,
  citiesOfState,
  statesOfBank,
} from '#server/identity/db/directory.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** The chain by which a branch is found. An id that does not exist has nothing below it. */
export function directoryRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return routes(directory, {
    banks: () => banksOfDirectory(db),
    states: ({ pId }) => statesOfBank(db, pId),
    cities: ({ stateId }) => citiesOfState(db, stateId),
    branches: ({ cityId }) => branchesOfCity(db, cityId),
  })
}
