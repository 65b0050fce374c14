/**
 * `npm run ops -- staff invite <mail> [role …]`: makes the one-time link by which a member of staff
 * signs in for the first time, or after a renewal that ends all former access. Without a role a new
 * person becomes an administrator; an existing one keeps their roles. Where two others can approve
 * people, one of them confirms the account at the console before it works (decision 93).
 */
import { userInfo } from 'node:os'
import * as v from 'valibot'
import { mail } from '#contract/staff/proposal.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { type CommandContext, withDatabase } from '#server/commands/with-database.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { wallClock } from '#server/platform/clock.ts'
import { cipherWith } from '#server/platform/db/encrypt.ts'
import { randomIds } from '#server/platform/ids.ts'
import { openKeys } from '#server/platform/keys/open-keys.ts'
import { consoleOrigin, invitationAddress, inviteByCommand } from '#server/staff/people/people.ts'

const USAGE = `npm run ops -- staff invite <mail> [${ROLES.join(' | ')}] …`
const CONFIRM =
  'The account works once somebody who may approve people has confirmed the person under Staff.'
const wish = v.tuple([v.literal('invite'), mail, v.array(v.picklist(ROLES))])

await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`Nobody was invited. ${error.message}`)
  process.exitCode = 1
})

async function main([verb, address, ...roles]: readonly string[]): Promise<void> {
  const parsed = v.safeParse(wish, [verb, address, roles.length > 0 ? roles : ['administrator']])
  if (!parsed.success) throw new Error(`Use: ${USAGE}`)
  const [, mailAddress, wished] = parsed.output
  await withDatabase(context => invite(context, mailAddress, wished))
}

async function invite(
  { db, target, config }: CommandContext,
  mailAddress: string,
  roles: readonly Role[],
): Promise<void> {
  if (!config.console) throw new Error('There is no console: CONSOLE=no.')
  const cipher = cipherWith(await openKeys(config, target))
  const services = { clock: wallClock(), cipher, ids: randomIds() }
  const at = services.clock.now()
  const invitation = await db.transaction(async tx => {
    const invited = await inviteByCommand({ services, tx, at }, mailAddress, roles)
    const actor = `command:${userInfo().username}`
    if (invited)
      await writeAudit(tx, cipher, { actor, action: 'staff-invited', subject: invited.staffId, at })
    return invited
  })
  if (!invitation) throw new Error('The access of this person has ended.')
  const publicOrigin = () => config.publicUrl ?? `http://localhost:${config.port}`
  console.log('This link opens once, within 24 hours. Send it to nobody else:')
  if (invitation.needsConfirmation) console.log(CONFIRM)
  console.log(invitationAddress(consoleOrigin({ config, publicOrigin }), invitation.link))
}
