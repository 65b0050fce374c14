import type { Input } from '#contract/endpoint.ts'
import type { tracking } from '#contract/tracking.ts'

/**
 * Events not sent yet, in the browser's own database: they survive a reload, and the service worker
 * can send them.
 */
export type StoredEvent = Input<typeof tracking.eventsAndPages>['events'][number]

/** The maximum number of stored events: the oldest are dropped first. */
export const STORED_EVENTS_MAX = 300

/** The page event after the borrower answered the question about usage reports. */
export const TRACKING_CONSENT = 'tracking-consent'

const DATABASE = 'saral-tracking'
const STORE = 'events'

/** The id by which the server recognises a repeated event. */
export function idOf(event: StoredEvent): string {
  return event.requestId ?? ''
}

type Row = { readonly id: string; readonly event: StoredEvent; readonly webUuid: string }

/**
 * Stores an event with the browser id under which it is sent. Without a database it lives only in
 * the page.
 */
export async function storeEvent(event: StoredEvent, webUuid: string): Promise<void> {
  await inStore('readwrite', async store => {
    store.add({ id: idOf(event), event, webUuid } satisfies Row)
    const surplus = (await answer(store.count())) - STORED_EVENTS_MAX
    if (surplus > 0)
      for (const key of await answer(store.getAllKeys(null, surplus))) store.delete(key)
  })
}

/** Oldest first. */
export async function storedEvents(): Promise<readonly Row[]> {
  return (await inStore('readonly', store => answer(store.getAll() as IDBRequest<Row[]>))) ?? []
}

export async function deleteEvents(events: readonly StoredEvent[]): Promise<void> {
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
    // Private windows and full disks have no database: then nothing is stored.
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
    request.onerror = () => reject(request.error ?? new Error('IndexedDB request failed.'))
  })
}
