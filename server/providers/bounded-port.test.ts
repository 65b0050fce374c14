import { expect, test } from 'vitest'
import { boundedPort } from '#server/providers/bounded-port.ts'

test('a call that never ends counts as unreachable, and others are as before', async () => {
  const port = {
    name: 'bank',
    hang: () => new Promise<never>(() => undefined),
    pay: async (paise: number) => ({ paise }),
    read: () => 'read',
  }
  const bounded = boundedPort('bank', port, 20)
  await expect(bounded.hang()).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'bank, hang: unreachable (no answer in all its time)',
  })
  expect(await bounded.pay(100)).toEqual({ paise: 100 })
  expect([bounded.read(), bounded.name]).toEqual(['read', 'bank'])
})
