/**
 * `npm run proxies`: starts each proxy of docs/proxies that is on this machine before two servers,
 * with its file as it is but for addresses, ports and certificates, and checks what
 * docs/running.md asks of a proxy. Fails if a check fails, or if no proxy is here.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { answered, newBorrower, newIdentity } from '#e2e/rig/borrower.ts'
import { freePort } from '#e2e/rig/port.ts'
import { openSandbox } from '#e2e/rig/sandbox.ts'
import { type Server, type ServerProcess, startServer } from '#e2e/rig/server.ts'
import { BASE_INFO, WORK_INFO } from '#server/providers/simulated/person.ts'
import type { Browser } from '#server/testing/browser.ts'
import { localhostCertificate } from '#server/testing/certificate.ts'
import { DIRECT, RELAYED, type Stage } from './proxies/checks.ts'
import { OVERLOADED } from './proxies/overload-checks.ts'
import { recordedChecks } from './proxies/recorded-checks.ts'
import { openRecorder } from './proxies/recorder.ts'
import { openRelay } from './proxies/relay.ts'
import { type Kind, narrow, PROXIES, runProxy, versionOf } from './proxies/run-proxy.ts'

const here = PROXIES.filter(kind => {
  const version = versionOf(kind)
  console.log(version ? `${kind.name} ${version}` : `${kind.name} is not on this machine.`)
  return version !== undefined
})
if (here.length === 0) {
  console.error('No proxy is on this machine, so nothing was checked.')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'saral-proxies-'))
// A proxy may run as another user, who must be able to enter the folder.
chmodSync(folder, 0o711)
const { key, cert } = localhostCertificate()
writeCertificate(folder)
// Each waits for an answer for nearly two minutes, beside everything else.
const recorded = Promise.all(here.map(checkBeforeRecorders))
const port = await freePort()
const plainPort = await freePort()

const first = await startServer({
  LIMIT_SCALE: '1',
  TRUSTED_PROXIES: 'loopback',
  PUBLIC_URL: `https://localhost:${port}`,
})
try {
  const second = await first.beside()
  try {
    const borrower = await beforeTheFace(first.origin)
    for (const [index, kind] of here.entries()) await checkProxy(kind, index, { second, borrower })
  } finally {
    await second.end()
  }
  await recorded
} finally {
  await first.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function checkProxy(
  kind: Kind,
  index: number,
  { second, borrower }: { second: ServerProcess; borrower: Browser },
): Promise<void> {
  const homes = [`127.0.1.${index + 1}`, `127.0.2.${index + 1}`] as const
  const stage = { port, plainPort, ca: cert, first, second, relays: [], borrower, homes }
  const direct = [addressOf(first), addressOf(second)] as const
  const cut = new Set<string>()
  const relays = [await openRelay(first.origin, cut), await openRelay(second.origin, cut)] as const
  const relayed = [relays[0].address, relays[1].address] as const
  try {
    await runChecks(kind, relayed, { ...stage, relays }, RELAYED)
    const narrowed = narrow(kind)
    if (narrowed) await runChecks(narrowed, relayed, { ...stage, relays }, OVERLOADED)
    await runChecks(kind, direct, stage, DIRECT)
  } finally {
    for (const relay of relays) relay.close()
  }
  await first.restart()
}

function writeCertificate(into: string): void {
  for (const [name, text] of Object.entries({ cert, key, both: cert + key }))
    writeFileSync(join(into, `${name}.pem`), text)
}

async function checkBeforeRecorders(kind: Kind): Promise<void> {
  const recorders = [await openRecorder(), await openRecorder()] as const
  const path = join(folder, `${kind.name}-before-recorders`)
  mkdirSync(path, { mode: 0o711 })
  writeCertificate(path)
  const servers = [recorders[0].address, recorders[1].address] as const
  const place = { servers, port: await freePort(), plainPort: await freePort(), folder: path }
  const proxy = await runProxy(kind, place)
  try {
    const stage = { port: place.port, ca: cert, recorders }
    await Promise.all(
      recordedChecks(kind).map(([name, run]) => report(kind, name, () => run(stage))),
    )
  } finally {
    await proxy.end()
    for (const recorder of recorders) recorder.close()
  }
}

function addressOf({ origin }: Pick<Server, 'origin'>): string {
  return `127.0.0.1:${new URL(origin).port}`
}

async function runChecks(
  kind: Kind,
  servers: readonly [string, string],
  stage: Stage,
  checks: typeof DIRECT,
): Promise<void> {
  const proxy = await runProxy(kind, { servers, port, plainPort, folder })
  try {
    for (const [name, run] of checks) await report(kind, name, () => run(stage))
  } finally {
    await proxy.end()
  }
}

/** Runs a check and says how it ended. */
async function report(kind: Kind, name: string, run: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const failure = await run().then(
    () => undefined,
    (error: unknown) => error,
  )
  const tookMs = Math.round(performance.now() - began)
  console.log(`${kind.name}: ${failure ? 'FAILED' : 'ok'}: ${name} (${tookMs} ms)`)
  if (failure === undefined) return
  console.error(failure instanceof Error ? failure.message : failure)
  process.exitCode = 1
}

/** Returns a borrower who has done every step before the picture of the face. */
async function beforeTheFace(origin: string): Promise<Browser> {
  const { browser, phone } = await newBorrower(origin)
  const steps = browser.calls(contract.verify)
  const kyc = browser.calls(contract.kyc)
  const { aadhaar, pan } = newIdentity()
  answered(await steps.saveBaseInfo(BASE_INFO))
  answered(await steps.saveWorkInfo(WORK_INFO))
  answered(await kyc.sendAadhaarOtp({ aadhaar }))
  const otp = await openSandbox(origin).code(phone, 6)
  answered(await kyc.verifyAadhaarOtp({ aadhaar, otp }))
  answered(await kyc.saveIdentity({ type: 2, panNo: pan }))
  return browser
}
