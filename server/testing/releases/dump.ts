/**
 * `npm run rig -- release-dump`: makes the dump of the version in package.json: a small life, the facts about
 * it and the statements of this version. The tests upgrade it ever after, so it is never made again.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { audit } from '#server/lending/books/audit.ts'
import { auditHeads } from '#server/platform/audit/entries.ts'
import { writeBackup } from '#server/platform/db/backup/write.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import { statements } from '#server/platform/db/statement.ts'
import { noteFingerprints } from '#server/platform/keys/fingerprint.ts'
import { loadStatementsOf, ROOMS_WITH_STATEMENTS } from '#server/testing/every-statement.ts'
import { setup, teardown } from '#server/testing/global-setup.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { type Facts, ordersOfThen, rowCounts, sessionOfThen } from './facts.ts'
import { filesOf, releaseCipher, releaseKeyring } from './keys.ts'
import { live } from './life.ts'

/**
 * Only the simulators read the messages, and each start imports the banks; the other languages repeat each document
 * five times, and one issued document stands for all of them.
 */
const WITHOUT_BULK = `
  TRUNCATE sandbox.sms, sandbox.aadhaar_otp, bank_code;
  DELETE FROM key_facts WHERE language <> 'en';
  DELETE FROM key_facts_addendum WHERE language <> 'en';
  DELETE FROM loan_document_content WHERE document_id <> (SELECT document_id FROM loan_document_content ORDER BY length(content_sealed) LIMIT 1)`

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
const files = filesOf(version)
const isThere = await access(files.folder).then(
  () => true,
  () => false,
)
if (isThere) {
  console.error(`The dump of ${version} exists already: ${files.folder}.`)
  process.exit(1)
}
await setup()
try {
  await mkdir(files.folder)
  await dump()
} finally {
  await teardown()
}

async function dump(): Promise<void> {
  const world = await lendingWorld({ cipher: releaseCipher() })
  const { services, server } = world
  const { target } = server.database
  const life = await live(world)
  const { faults, trialBalance } = await audit(services.db)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  await asOwner(target, async owner => {
    await noteFingerprints(owner, releaseKeyring)
    await owner.query(WITHOUT_BULK)
  })
  const facts: Facts = {
    version,
    at: services.clock.now().toISOString(),
    wall: services.clock.wall().toISOString(),
    borrowers: life.loans.map(({ borrower: { phone, browser } }) => ({
      phone,
      ...sessionOfThen(browser),
    })),
    staff: life.staff.map(({ role, browser }) => ({ role, ...sessionOfThen(browser) })),
    proposals: life.proposals,
    returned: life.returned,
    orders: await ordersOfThen(world, life.loans),
    trialBalance,
    audit: await auditHeads(services.db),
    rows: await rowCounts(target),
  }
  await writeFile(files.facts, `${JSON.stringify(facts, null, 1)}\n`)
  for (const room of ROOMS_WITH_STATEMENTS) await loadStatementsOf(room)
  const texts = statements().map(({ name, sql }) => ({ name, sql }))
  await writeFile(files.statements, gzipSync(JSON.stringify(texts)))
  const rows = await writeBackup(target, files.backup)
  console.log(`The dump of ${version} holds ${rows} rows: ${files.folder}`)
  await world.close()
}
