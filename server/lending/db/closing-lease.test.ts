import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { takeLease } from '#server/lending/db/closing-lease.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { freshDatabase } from '#server/testing/database.ts'

test('a lease goes to another server once it has expired, and not before', async () => {
  const { db, target, drop } = await freshDatabase()
  try {
    const held = (until: string) =>
      asOwner(target, owner => owner.query(`UPDATE closing_lease SET held_until = ${until}`))
    const take = (holder: string) => takeLease(db, { step: 'accrue', slot: 0, holder })
    expect(await take(randomUUID())).toBe(true)
    await held(`'infinity'`)
    expect(await take(randomUUID())).toBe(false)
    await held(`clock_timestamp() - interval '1 second'`)
    expect(await take(randomUUID())).toBe(true)
  } finally {
    await drop()
  }
})
