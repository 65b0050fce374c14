/**
 * `npm run ops -- clear-demonstration [--yes]`: lists the traces of a demonstration in the
 * database; `--yes` removes them, so that a lender can use the database. Stop its servers first.
 */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { type CommandContext, withOwnDatabase } from '#server/commands/with-database.ts'
import type { DatabaseTarget } from '#server/platform/db/connection.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { installationAt } from '#server/platform/db/installation.ts'
import { fileStore } from '#server/platform/files/choose.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { clearEverything, clearPeople, type Left, leftBehind } from '#server/sandbox/clear.ts'

await main().catch((error: Error) => {
  console.error(`Nothing was cleared. ${error.message}`)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } })
  await withOwnDatabase(context => clear(context, values.yes))
}

async function clear(context: CommandContext<DatabaseTarget>, isConfirmed: boolean): Promise<void> {
  const { db, target, config } = context
  const installation = await installationAt(target)
  const traces = await leftBehind(db, installation)
  if (installation.demonstratedAt === null)
    return console.log('No demonstration has used this database: there is nothing to clear.')
  for (const line of linesOf(traces)) console.log(line)
  if (!isConfirmed) {
    console.log('Nothing was removed. Stop all its servers, then run it with --yes.')
    process.exitCode = 1
    return
  }
  const at = new Date()
  if (traces.goes === 'people') {
    const cipher = cipherWith(await openKeys(config, target))
    await clearPeople({ db, cipher }, `desk:${userInfo().username}`, at)
  } else {
    const log = pino({ level: 'warn' })
    await clearEverything({ db, target, files: fileStore(config), config, log, at })
  }
  console.log('It is removed. A lender can use this database.')
}

function linesOf(left: Left): string[] {
  const { goes, people, passkeys, proposals, roles, borrowers, orders } = left
  const ofPeople = `${people} people of the sandbox, ${passkeys} passkeys, ${proposals} proposals that wait, edited roles: ${roles.join(', ') || 'none'}`
  if (goes === 'everything')
    return [
      `A demonstration alone has used this database. Everything goes: ${ofPeople}; ${borrowers} borrowers with ${orders} applications and loans, all products, policies, texts, pictures and the audit log.`,
    ]
  return [
    `To go: ${ofPeople}.`,
    `To stay, because others work here or real money has moved: ${borrowers} borrowers with ${orders} applications and loans, all products, policies, texts and the audit log. Look through what the sandbox's people have published.`,
  ]
}
