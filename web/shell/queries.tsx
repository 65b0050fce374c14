import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { home } from '#contract/home.ts'
import { hasPrefetched } from '#web/api/prefetched.ts'
import { queryOf } from '#web/api/useCall.ts'
import { Locked, OwnerCheck } from '#web/confirm-code/OwnerCheck.tsx'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { connection, subscribeToConnection } from '#web/device/connection.ts'
import { announceNews, forgetNews } from '#web/device/news.ts'
import { recallDrafts } from '#web/device/usePersonalDraft.ts'
import { subscribeToLanguage } from '#web/locales/i18n.ts'
import { showUnreachedAs } from '#web/shell/Boundary.tsx'
import { FeedbackButton } from '#web/shell/FeedbackButton.tsx'
import { forgetPositions } from '#web/shell/navigation.ts'
import { Unreached } from '#web/shell/Unreached.tsx'
import { addDrawings } from '#web/ui/Icon.tsx'
import { showLockedAs } from '#web/ui/Loadable.tsx'
import { moreDrawings } from '#web/ui/more-drawings.tsx'

const MAX_RETRIES = 2
const FRESH_FOR_MS = 10_000
/** A screen whose code is loaded waits no longer than this for its data: it can show a skeleton. */
const WAIT_FOR_DATA_MS = 1500

/**
 * Reads are retried when the network failed, and refetched when the borrower returns to the page; a
 * call that changes something is never retried automatically. Offline, reads fail at once, so that
 * the page can show it.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_FOR_MS,
        // A second try changes neither a refusal nor a fault of ours.
        retry: (failures, error) =>
          navigator.onLine && failures < MAX_RETRIES && error.name === 'NetworkFailure',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const queryClient = createQueryClient()
addDrawings(moreDrawings)
showUnreachedAs(Unreached)
showLockedAs(Locked)
announceNews()

// Failed reads are retried as soon as the server can be reached again.
const followConnection = () => onlineManager.setOnline(connection() === 'reached')
followConnection()
subscribeToConnection(followConnection)

// The data that was read for one borrower, or stored in their tab, is never shown to the next one. If
// another tab signed in the next borrower, this page still shows the old one's data and is reloaded.
whenBorrowerChanges((before, present) => {
  if (before === null) return
  queryClient.clear()
  forgetNews()
  forgetTab()
  if (present !== null) location.reload()
})

function forgetTab(): void {
  forgetPositions()
  try {
    sessionStorage.clear()
  } catch {
    // Without storage there is nothing to clear.
  }
}

// A page from the back/forward cache shows old data, and missed every storage event while it was
// cached.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  dispatchEvent(new Event('storage'))
  void queryClient.invalidateQueries()
})

// Some answers depend on the language.
subscribeToLanguage(() => void queryClient.invalidateQueries())

/**
 * Fetches the data of a borrower's first screen before it is drawn, so that nothing moves
 * afterwards.
 */
export async function prefetchFirstScreen(): Promise<void> {
  await Promise.all([cachePrefetched(), recallDrafts()])
}

/** Puts the prefetched answer into the cache. */
async function cachePrefetched(): Promise<void> {
  if (!hasPrefetched()) return
  const prefetched = queryClient.prefetchQuery(queryOf(home.index, {}))
  await Promise.race([prefetched, new Promise(resolve => setTimeout(resolve, WAIT_FOR_DATA_MS))])
}

/**
 * Gives a screen the query cache, the drawings and, if it `floats`, the feedback button. Kept out
 * of the first script, since signing in needs none of them.
 */
export function withQueries(Screen: ComponentType, floats = false): ComponentType {
  return function Queried() {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen />
        <OwnerCheck />
        {floats && <FeedbackButton />}
      </QueryClientProvider>
    )
  }
}
