import { indiaDayOf } from '#domain/day.ts'
import { isAadhaarNumber } from '#domain/identity/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Ids } from '#server/platform/ids.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import type { DigilockerPort } from '#server/providers/digilocker/port.ts'
import { aadhaarBeginning } from '#server/providers/simulated/inputs.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'

/** As long as the real page stays open. */
const OPEN_MS = 10 * 60_000

export const DIGILOCKER_BUTTONS = ['share', 'decline'] as const
export type DigilockerButton = (typeof DIGILOCKER_BUTTONS)[number]

type Row = {
  id: string
  returnUrl: string
  state: 'waiting' | 'shared' | 'declined'
  seed: string
  openedAt: Date
}

const insertRow = statement(
  'sandbox-digilocker-insert',
  'INSERT INTO sandbox.digilocker (id, return_url, state, seed, opened_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING',
)
const selectRow = statement(
  'sandbox-digilocker-one',
  'SELECT id, return_url AS "returnUrl", state, seed, opened_at AS "openedAt" FROM sandbox.digilocker WHERE id = $1',
)
const pressRow = statement(
  'sandbox-digilocker-press',
  `UPDATE sandbox.digilocker SET state = $2 WHERE id = $1 AND state = 'waiting' AND opened_at > $3`,
)

/** A locker that holds an invented person's Aadhaar, and the page on which it is shared. */
export type DigilockerSimulator = DigilockerPort & {
  /** The address to which a page leads back; undefined for an unknown id. */
  readonly page: (
    id: string,
  ) => Promise<{ readonly returnUrl: string; readonly isOpen: boolean } | undefined>
  readonly press: (id: string, button: DigilockerButton) => Promise<void>
}

export function digilockerSimulator({
  db,
  clock,
  ids,
  publicOrigin,
}: {
  db: Database
  clock: Clock
  ids: Ids
  publicOrigin: () => string
}): DigilockerSimulator {
  const isOver = ({ openedAt }: Row) => clock.now().getTime() - openedAt.getTime() >= OPEN_MS
  return {
    async open({ id, returnUrl }) {
      const path = returnUrl.startsWith(`${publicOrigin()}/`)
        ? returnUrl.slice(publicOrigin().length)
        : '/'
      await db.query(insertRow, [id, path, 'waiting', `5${ids.digits(10)}`, clock.now()])
      return { url: `${publicOrigin()}/sandbox/digilocker/${id}` }
    },
    async result(id) {
      const row = await db.maybeOne(selectRow, [id])
      if (!row) return { state: 'expired' }
      if (row.state === 'waiting') return { state: isOver(row) ? 'expired' : 'waiting' }
      if (row.state === 'declined') return { state: 'declined' }
      const number = aadhaarBeginning(row.seed)
      if (!isAadhaarNumber(number)) throw StatedError.of('the invented Aadhaar number is invalid')
      return {
        state: 'shared',
        lastFour: number.slice(-4),
        details: inventedPerson(number, indiaDayOf(clock.now())),
      }
    },
    async page(id) {
      const row = await db.maybeOne(selectRow, [id])
      return row && { returnUrl: row.returnUrl, isOpen: row.state === 'waiting' && !isOver(row) }
    },
    async press(id, button) {
      const state = button === 'share' ? 'shared' : 'declined'
      await db.query(pressRow, [id, state, new Date(clock.now().getTime() - OPEN_MS)])
    },
  }
}
