/**
 * `npm run ops -- emergency`: signs a borrower or a member of staff out, or stops a payout, when the console
 * cannot be reached. Works beside a running server, on the same database.
 */
import { userInfo } from 'node:os'
import { EMERGENCY_USAGE, emergencyAct } from '#server/commands/emergency-acts.ts'
import { withDatabase } from '#server/commands/with-database.ts'
import { anchor, anchorFileOf } from '#server/platform/audit/anchors.ts'
import { sandboxClock } from '#server/platform/clock.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'

await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`Nothing was done. ${error.message}`)
  process.exitCode = 1
})

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) return print(EMERGENCY_USAGE)
  await withDatabase(async ({ db, target, config }) => {
    const cipher = cipherWith(await openKeys(config, target))
    const clock = await sandboxClock(db)
    const anchorNow = () => anchor({ db, clock }, anchorFileOf(config)).catch(warnOfAnchor)
    const services = { db, clock, cipher }
    const { isDone, lines } = await emergencyAct(services, words, userInfo().username, anchorNow)
    print(lines)
    if (!isDone) process.exitCode = 1
  })
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}

function warnOfAnchor({ message }: Error): void {
  console.error(`This act is in the audit log, but not yet among its anchors: ${message}`)
}
