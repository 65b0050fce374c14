import { useMemo } from 'react'
import { directory } from '#contract/directory.ts'
import type { Output } from '#contract/endpoint.ts'
import { useCall } from '#web/api/useCall.ts'
import type { LoadableQuery } from '#web/ui/Loadable.tsx'
import type { Chain, Entry, Level } from './chain.ts'

type Directory = {
  readonly lists: Record<Level, LoadableQuery<readonly Entry[]>>
  /** The directory lacks the branches of the chosen bank. */
  readonly lacksBranches: boolean
}

/**
 * Loads the four lists of the chain. Each is requested as soon as the choice it depends on is made,
 * so that it is there when it is opened.
 */
export function useDirectory({ bank, state, city }: Chain): Directory {
  const banks = useCall(directory.banks, {})
  const states = useCall(directory.states, { pId: bank?.id ?? '' }, { enabled: bank !== undefined })
  const cities = useCall(
    directory.cities,
    { stateId: state?.id ?? '' },
    { enabled: state !== undefined },
  )
  const branches = useCall(
    directory.branches,
    { cityId: city?.id ?? '' },
    { enabled: city !== undefined },
  )
  const lists = {
    bank: useEntries(banks, bankEntry),
    state: useEntries(states, stateEntry),
    city: useEntries(cities, cityEntry),
    branch: useEntries(branches, branchEntry),
  }
  const lacksBranches = banks.data?.find(({ id }) => id === bank?.id)?.isPart ?? false
  return { lists, lacksBranches }
}

function useEntries<T>(
  query: LoadableQuery<readonly T[]>,
  entryOf: (row: T) => Entry,
): LoadableQuery<readonly Entry[]> {
  const { data, error, isFetching, refetch } = query
  const entries = useMemo(() => data?.map(entryOf), [data, entryOf])
  return { data: entries, error, isFetching, refetch }
}

type Row<L extends 'banks' | 'states' | 'cities' | 'branches'> = Output<
  (typeof directory)[L]
>[number]

function bankEntry({ id, bankName }: Row<'banks'>): Entry {
  return { id, name: bankName }
}

function stateEntry({ id, state }: Row<'states'>): Entry {
  return { id, name: state }
}

function cityEntry({ id, city }: Row<'cities'>): Entry {
  return { id, name: city }
}

function branchEntry({ id, branch, ifsc }: Row<'branches'>): Entry {
  return { id, name: branch, note: ifsc }
}
