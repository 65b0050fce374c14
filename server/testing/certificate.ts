import { generateKeyPairSync } from 'node:crypto'
import { selfSigned } from '#server/platform/signing/self-signed.ts'

const MS_PER_DAY = 86_400_000

/** A certificate for `localhost`, generated for each test run. */
export function localhostCertificate(): { readonly key: string; readonly cert: string } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const from = new Date(Date.now() - MS_PER_DAY)
  const to = new Date(Date.now() + MS_PER_DAY)
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: selfSigned({ name: 'localhost', host: 'localhost', keys, from, to }),
  }
}
