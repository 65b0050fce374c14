/** The application's own role: it reads and writes, and can neither change a table nor rewrite what is append-only. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { withMigrationLock } from '#server/platform/db/migrate.ts'

/**
 * `direct`: the application connects as the role. `assumed`: it connects as the owner and takes the role on each
 * connection, which guards against mistakes, not against intent. `none`: the owner may not make roles.
 */
export type AppRole = { target: DatabaseTarget } & (
  | { kind: 'direct' | 'assumed'; name: string }
  | { kind: 'none' }
)

const defaultName = 'saral_app'

/** Finds or makes the role for this database. */
export async function appRoleFor(owner: pg.Client, target: DatabaseTarget): Promise<AppRole> {
  if ('url' in target && target.appUrl) {
    const own = { url: target.appUrl }
    const name = await asOwner(
      own,
      async client => (await client.query('SELECT current_user::text AS name')).rows[0]?.name,
    )
    return { kind: 'direct', name, target: own }
  }
  const isEmbedded = !('url' in target)
  await owner
    .query(`CREATE ROLE ${defaultName} ${isEmbedded ? 'LOGIN' : 'NOLOGIN'}`)
    .catch(acceptExisting)
  if (isEmbedded)
    return { kind: 'direct', name: defaultName, target: { ...target, user: defaultName } }
  if (await canAssume(owner)) return { kind: 'assumed', name: defaultName, target }
  // A role that may make roles is not by that alone a member of what it made.
  await owner.query(`GRANT ${defaultName} TO CURRENT_USER`).catch(() => undefined)
  return (await canAssume(owner))
    ? { kind: 'assumed', name: defaultName, target }
    : { kind: 'none', target }
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

/** Exists already, also made this instant by another server; or may not be made, which the next step finds out. */
function acceptExisting(error: { code?: string }): void {
  const duplicate = ['42710', '23505']
  const insufficientPrivilege = '42501'
  if (!duplicate.includes(error.code ?? '') && error.code !== insufficientPrivilege) throw error
}

/** Makes the schema of the job queue, and gives the role what grants.sql says. */
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
