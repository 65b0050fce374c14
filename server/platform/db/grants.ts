/**
 * The application's own role. It reads and writes, and can neither change a table nor rewrite an
 * append-only one.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import {
  asApplication,
  type DatabaseTarget,
  type WithoutOwner,
} from '#server/platform/db/connection.ts'
import { handOverJobs } from '#server/platform/db/jobs-owner.ts'
import { withMigrationLock } from '#server/platform/db/migration-lock.ts'

/**
 * `direct`: the application connects as the role. `assumed`: it connects as the owner and takes the
 * role on each connection, which guards against mistakes, not against intent. `none`: the owner may
 * not create roles.
 */
export type AppRole = { target: DatabaseTarget } & (
  | { kind: 'direct' | 'assumed'; name: string }
  | { kind: 'none' }
)

const defaultName = 'saral_app'

/** Finds or creates the role for this database. */
export async function appRoleFor(owner: pg.Client, target: DatabaseTarget): Promise<AppRole> {
  if ('url' in target && target.appUrl) return roleAt({ appUrl: target.appUrl })
  const isEmbedded = !('url' in target)
  await owner
    .query(`CREATE ROLE ${defaultName} ${isEmbedded ? 'LOGIN' : 'NOLOGIN'}`)
    .catch(acceptExisting)
  const existing = await existingAppRole(owner, target)
  if (existing.kind !== 'none') return existing
  // A role that may create roles is not automatically a member of those it creates.
  await owner.query(`GRANT ${defaultName} TO CURRENT_USER`).catch(() => undefined)
  return existingAppRole(owner, target)
}

/** The role that an earlier start has found or created; changes nothing. */
export async function existingAppRole(owner: pg.Client, target: DatabaseTarget): Promise<AppRole> {
  if (!('url' in target))
    return { kind: 'direct', name: defaultName, target: { ...target, user: defaultName } }
  if (target.appUrl) return roleAt({ appUrl: target.appUrl })
  return (await canAssume(owner))
    ? { kind: 'assumed', name: defaultName, target }
    : { kind: 'none', target }
}

/** The role that connects by this address. */
export async function roleAt(access: WithoutOwner): Promise<AppRole & { kind: 'direct' }> {
  const name = await asApplication(access, currentRole)
  return { kind: 'direct', name, target: { url: access.appUrl } }
}

async function canAssume(owner: pg.Client): Promise<boolean> {
  try {
    await owner.query(`SET ROLE ${defaultName}`)
    await owner.query('RESET ROLE')
    return true
  } catch {
    return false
  }
}

/**
 * The role exists already, perhaps created this instant by another server; or we may not create it,
 * which the next step detects.
 */
function acceptExisting(error: { code?: string }): void {
  const duplicate = ['42710', '23505']
  const insufficientPrivilege = '42501'
  if (!duplicate.includes(error.code ?? '') && error.code !== insufficientPrivilege) throw error
}

/**
 * Creates the schema of the job queue, hands its tables over to the role, and grants the role the rights
 * in grants.sql.
 */
export async function grant(owner: pg.Client, role: AppRole): Promise<void> {
  const text = await readFile(new URL('grants.sql', import.meta.url), 'utf8')
  await withMigrationLock(owner, async () => {
    await owner.query('CREATE SCHEMA IF NOT EXISTS jobs')
    if (role.kind === 'none') return handOverJobs(owner, await currentRole(owner))
    await owner.query(
      text
        .replaceAll(':"app"', pg.escapeIdentifier(role.name))
        .replaceAll(":'app'", pg.escapeLiteral(role.name)),
    )
    await handOverJobs(owner, role.name)
  })
}

async function currentRole(client: pg.Client): Promise<string> {
  return (await client.query('SELECT current_user::text AS name')).rows[0].name
}

/** Refuses two addresses that lead to different databases: nothing that the owner prepares would be there. */
export async function refuseOtherDatabase(owner: pg.Client, target: DatabaseTarget): Promise<void> {
  if (!('url' in target) || !target.appUrl) return
  const which = async (client: pg.Client) =>
    (
      await client.query(
        'SELECT concat(oid, pg_postmaster_start_time()) AS which FROM pg_database WHERE datname = current_database()',
      )
    ).rows[0]?.which
  const appUrl = target.appUrl
  if ((await which(owner)) !== (await asApplication({ appUrl }, which)))
    throw new Error(
      'DATABASE_APP_URL is the address of another database than DATABASE_URL. Both name the same one.',
    )
}
