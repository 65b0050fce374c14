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
import { withMigrationLock } from '#server/platform/db/migration-lock.ts'
import { hasCitus } from '#server/platform/db/spread.ts'

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

/** Finds or creates the role for this database. On Citus, refuses to do without `DATABASE_APP_URL`. */
export async function appRoleFor(owner: pg.Client, target: DatabaseTarget): Promise<AppRole> {
  if ('url' in target && target.appUrl) return roleAt({ appUrl: target.appUrl })
  if (await hasCitus(owner))
    throw new Error(
      'This database has the extension citus, whose machines connect to each other as the role of their caller. ' +
        'Create a role that may log in, and set DATABASE_APP_URL to this database for it.',
    )
  const isEmbedded = !('url' in target)
  await owner
    .query(`CREATE ROLE ${defaultName} ${isEmbedded ? 'LOGIN' : 'NOLOGIN'}`)
    .catch(acceptExisting)
  if (isEmbedded)
    return { kind: 'direct', name: defaultName, target: { ...target, user: defaultName } }
  if (await canAssume(owner)) return { kind: 'assumed', name: defaultName, target }
  // A role that may create roles is not automatically a member of those it creates.
  await owner.query(`GRANT ${defaultName} TO CURRENT_USER`).catch(() => undefined)
  return (await canAssume(owner))
    ? { kind: 'assumed', name: defaultName, target }
    : { kind: 'none', target }
}

/** The role that connects by this address. */
export async function roleAt(place: WithoutOwner): Promise<AppRole> {
  const name = await asApplication(
    place,
    async client => (await client.query('SELECT current_user::text AS name')).rows[0]?.name,
  )
  return { kind: 'direct', name, target: { url: place.appUrl } }
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
 * which the next step finds out.
 */
function acceptExisting(error: { code?: string }): void {
  const duplicate = ['42710', '23505']
  const insufficientPrivilege = '42501'
  if (!duplicate.includes(error.code ?? '') && error.code !== insufficientPrivilege) throw error
}

/** Creates the schema of the job queue, and grants the role the rights in grants.sql. */
export async function grant(owner: pg.Client, role: AppRole): Promise<void> {
  const text = await readFile(new URL('grants.sql', import.meta.url), 'utf8')
  await withMigrationLock(owner, async () => {
    await owner.query('CREATE SCHEMA IF NOT EXISTS jobs')
    if (role.kind === 'none') return
    await owner.query(
      text
        .replaceAll(':"app"', pg.escapeIdentifier(role.name))
        .replaceAll(":'app'", pg.escapeLiteral(role.name)),
    )
  })
}
