import type { Input } from '#contract/endpoint.ts'
import type { tracking } from '#contract/tracking.ts'

/** What was noted and not sent yet, in the browser's own database: it outlives a reload, and the service worker can send it. */
export type KeptEvent = Input<typeof tracking.eventsAndPages>['events'][number]

/** More than this is not kept: the oldest go first. */
export const KEPT_EVENTS_MAX = 300

/** Said in the page when the borrower has answered whether the use of the app may be counted. */
export const TRACKING_CONSENT = 'tracking-consent'

const DATABASE = 'saral-tracking'
const STORE = 'events'

/** The id by which the server tells a repeated event from a second one. */
export function idOf(event: KeptEvent): string {
  return event.requestId ?? ''
}

type Row = { readonly id: string; readonly event: KeptEvent; readonly webUuid: string }

/** Keeps an event with the id of the browser, under which it is sent. Where there is no database it lives in the page alone. */
export async function keepEvent(event: KeptEvent, webUuid: string): Promise<void> {
  await inStore('readwrite', async store => {
    store.add({ id: idOf(event), event, webUuid } satisfies Row)
    const surplus = (await answer(store.count())) - KEPT_EVENTS_MAX
    if (surplus > 0)
      for (const key of await answer(store.getAllKeys(null, surplus))) store.delete(key)
  })
}

/** Oldest first. */
export async function keptEvents(): Promise<readonly Row[]> {
  return (await inStore('readonly', store => answer(store.getAll() as IDBRequest<Row[]>))) ?? []
}

export async function forgetEvents(events: readonly KeptEvent[]): Promise<void> {
  const ids = new Set(events.map(idOf))
  await inStore('readwrite', async store => {
    const index = store.index('id')
    for (const id of ids) for (const key of await answer(index.getAllKeys(id))) store.delete(key)
  })
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open()
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE))
    } finally {
      database.close()
    }
  } catch {
    // Private windows and full disks have no database: nothing is kept then.
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () =>
    request.result
      .createObjectStore(STORE, { keyPath: 'n', autoIncrement: true })
      .createIndex('id', 'id')
  return answer(request)
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () =>
      reject(request.error ?? new Error('The browser’s database did not answer.'))
  })
}
