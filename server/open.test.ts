/** A server with a real vendor for every service, in this process. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Life, openSaral, stop } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { environmentOf } from '#server/testing/application-role.ts'
import { browserOn } from '#server/testing/browser.ts'
import { freshDatabase } from '#server/testing/database.ts'

const RAZORPAY = {
  RAZORPAY_KEY_ID: 'k',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRETS: 'w',
  RAZORPAYX_ACCOUNT_NUMBER: '1',
}
const CASHFREE = {
  CASHFREE_VERIFICATION_CLIENT_ID: 'k',
  CASHFREE_VERIFICATION_CLIENT_SECRETS: 's',
}
const MSG91 = { MSG91_AUTH_KEY: 'k', MSG91_TEMPLATES: '[{"id":"t","text":"{#var#}"}]' }
const CHOSEN = {
  SMS_PROVIDER: 'msg91',
  PAYMENT_PROVIDER: 'razorpay',
  PAYOUT_PROVIDER: 'razorpay',
  VERIFICATION_PROVIDER: 'cashfree',
}
const NOWHERE = {
  RAZORPAY_URL: 'http://127.0.0.1:9/v1',
  CASHFREE_URL: 'http://127.0.0.1:9',
  MSG91_URL: 'http://127.0.0.1:9',
}
const KEYS = JSON.stringify({
  active: 'k1',
  masters: { k1: Buffer.alloc(32, 1).toString('base64') },
  hashing: Buffer.alloc(32, 2).toString('base64'),
})

test('has no sandbox with a real vendor for every service, and trusts nobody without a signature', async () => {
  const { target, drop } = await freshDatabase()
  const life: Life = { phase: 'starting', undo: [] }
  const logger = pino({ level: 'silent' })
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  const ours = { PORT, PUBLIC_URL, SARAL_KEYS: KEYS, ...environmentOf(target) }
  const config = readConfig({ ...RAZORPAY, ...CASHFREE, ...MSG91, ...CHOSEN, ...NOWHERE, ...ours })
  try {
    const { origin } = await openSaral(config, logger, life)
    const statusOf = async (path: string, init?: RequestInit) =>
      (await fetch(origin + path, init)).status
    for (const path of ['', '/sms', '/clock', '/payouts', '/payments'])
      expect(await statusOf(`/sandbox${path}`), path).toBe(404)
    for (const path of ['payment', 'payout'])
      expect(await statusOf(`/webhook/${path}`, { method: 'POST', body: '{}' })).toBe(401)
    expect(await browserOn(origin).calls(contract.content).config({})).toMatchObject({
      data: { isSandbox: false },
    })
  } finally {
    await stop(life, logger)
    await drop()
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
