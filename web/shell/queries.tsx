import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { home } from '#contract/home.ts'
import { hasPrefetched } from '#web/api/prefetched.ts'
import { readingOf } from '#web/api/useCall.ts'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { connection, subscribeToConnection } from '#web/device/connection.ts'
import { recallDrafts } from '#web/device/usePersonalDraft.ts'
import { subscribeToLanguage, t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { forgetPositions } from '#web/shell/arrival.ts'
import { FloatButton } from '#web/ui/Frame.tsx'
import { addDrawings } from '#web/ui/Icon.tsx'
import { moreDrawings } from '#web/ui/more-drawings.tsx'

const MAX_RETRIES = 2
const FRESH_FOR_MS = 10_000
/** A screen that is there waits no longer for its data: it has bones to show. */
const WAIT_FOR_DATA_MS = 1500

/** A request that never reached the server, or whose answer never came. A refusal is an answer, and is not asked for again. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NetworkFailure' || error.name === 'TypeError')
}

/**
 * Reads are repeated when the network failed and read again when the borrower comes back to the page; nothing that
 * changes something is ever repeated by itself. Offline they fail at once, so that the page can say so.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_FOR_MS,
        retry: (failures, error) =>
          navigator.onLine && failures < MAX_RETRIES && isNetworkFailure(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const queryClient = createQueryClient()
addDrawings(moreDrawings)

// What could not be read is read as soon as the server is reached again.
const followConnection = () => onlineManager.setOnline(connection() === 'reached')
followConnection()
subscribeToConnection(followConnection)

// What was read for one borrower, or remembered in a tab of theirs, is never shown to the next. Where another tab has put the next one
// in their place, what stands in this page is theirs still: it begins anew.
whenBorrowerChanges((before, present) => {
  if (before === null) return
  queryClient.clear()
  forgetTab()
  if (present !== null) location.reload()
})

function forgetTab(): void {
  forgetPositions()
  try {
    sessionStorage.clear()
  } catch {
    // Where nothing can be stored, nothing was kept.
  }
}

// A page that the browser kept whole while another was open shows again what was true then, and nobody told it what was stored meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  dispatchEvent(new Event('storage'))
  void queryClient.invalidateQueries()
})

// Some answers come in the language of the asker.
subscribeToLanguage(() => void queryClient.invalidateQueries())

/** Fetches the data of a borrower's first screen before it is drawn, so that nothing moves afterwards. */
export async function prefetchFirstScreen(): Promise<void> {
  await Promise.all([cachePrefetched(), recallDrafts()])
}

/** Puts what the page asked for early into the cache. */
async function cachePrefetched(): Promise<void> {
  if (!hasPrefetched()) return
  const taken = queryClient.prefetchQuery(readingOf(home.index, {}))
  await Promise.race([taken, new Promise(resolve => setTimeout(resolve, WAIT_FOR_DATA_MS))])
}

/** Gives a screen the cache of the server's answers, its drawings and, where it `floats`, the feedback widget. Kept out of the first script: signing in needs none. */
export function withQueries(Screen: ComponentType, floats = false): ComponentType {
  return function Queried() {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen />
        {floats && (
          <FloatButton icon="feedback" label={t('common.title.feedback')} to={paths.feedback()} />
        )}
      </QueryClientProvider>
    )
  }
}
