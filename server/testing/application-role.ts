/**
 * A role for the application with an address of its own, for the tests of servers that do not know
 * the owner.
 */
import { randomBytes } from 'node:crypto'
import { asOwner, type DatabaseTarget, ownerConfig } from '#server/platform/db/connection.ts'

type OwnRole = { readonly url: string; readonly appUrl: string; readonly drop: () => Promise<void> }

/** Creates the role, without any right; on Citus it is the one that its machines know. */
export async function applicationRole(target: DatabaseTarget): Promise<OwnRole> {
  const url = urlOf(target)
  if ('url' in target && target.appUrl)
    return { url, appUrl: target.appUrl, drop: async () => undefined }
  const name = `saral_app_${randomBytes(8).toString('hex')}`
  const password = randomBytes(16).toString('hex')
  await asOwner(target, owner => owner.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`))
  const appUrl = Object.assign(new URL(url), { username: name, password }).href
  const drop = () =>
    asOwner(
      target,
      async owner => void (await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)),
    )
  return { url, appUrl, drop }
}

/** The address of a database, as `DATABASE_URL` names it. */
function urlOf(target: DatabaseTarget): string {
  const { host, port, user, database } = ownerConfig(target)
  return 'url' in target
    ? target.url
    : `postgresql://${user}@localhost:${port}/${database}?host=${host}`
}

/** The variables that name a database, and the application's role where it is a given one. */
export function environmentOf(target: DatabaseTarget): Record<string, string> {
  const { appUrl } = 'url' in target ? target : {}
  return { DATABASE_URL: urlOf(target), ...(appUrl && { DATABASE_APP_URL: appUrl }) }
}
