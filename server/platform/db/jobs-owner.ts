/**
 * The tables of the job queue belong to the role that created them, and only their owner may rebuild
 * them. So another role that is to use them has to become their owner.
 */
import pg from 'pg'

const SCHEMA = 'jobs'
const INSUFFICIENT_PRIVILEGE = '42501'

type Thing = {
  readonly kind: 'TABLE' | 'FUNCTION' | 'TYPE'
  readonly name: string
  readonly owner: string
}

/** The objects of the queue's schema that another role owns; indexes and sequences follow their tables. */
const OF_OTHERS = `
  WITH things AS (
    SELECT 'TABLE' AS kind, oid::regclass::text AS name, relowner AS owner FROM pg_class
    WHERE relnamespace = to_regnamespace('${SCHEMA}') AND relkind IN ('r', 'p', 'v')
    UNION ALL SELECT 'FUNCTION', oid::regprocedure::text, proowner FROM pg_proc WHERE pronamespace = to_regnamespace('${SCHEMA}')
    UNION ALL SELECT 'TYPE', oid::regtype::text, typowner FROM pg_type
    WHERE typnamespace = to_regnamespace('${SCHEMA}') AND typtype IN ('e', 'd')
  )
  SELECT kind, name, owner::regrole::text AS owner FROM things WHERE owner <> to_regrole($1)
  ORDER BY kind = 'TABLE' DESC, name`

async function thingsOfOthers(client: pg.Client, role: string): Promise<Thing[]> {
  return (await client.query<Thing>(OF_OTHERS, [pg.escapeIdentifier(role)])).rows
}

/**
 * Hands the queue's tables over to the application's role. Where this owner may not, refuses by name,
 * with the command that permits it. Runs in the caller's transaction.
 */
export async function handOverJobs(owner: pg.Client, role: string): Promise<void> {
  const things = await thingsOfOthers(owner, role)
  const [first] = things
  if (!first) return
  const to = pg.escapeIdentifier(role)
  // A role that may create roles may join them; a superuser need not.
  await attempt(owner, [`GRANT ${to} TO CURRENT_USER`]).catch(() => undefined)
  const changes = things.map(({ kind, name }) => `ALTER ${kind} ${name} OWNER TO ${to}`)
  await attempt(owner, changes).catch(async (error: { code?: string }) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await owner.query('SELECT current_user::text AS name')
    throw new Error(refusalFor(first.owner, rows[0].name, role), { cause: error })
  })
}

/** Runs statements, all or none, within the transaction of the caller, which goes on either way. */
async function attempt(owner: pg.Client, statements: readonly string[]): Promise<void> {
  await owner.query('SAVEPOINT hand_over')
  try {
    for (const sql of statements) await owner.query(sql)
    await owner.query('RELEASE hand_over')
  } catch (error) {
    await owner.query('ROLLBACK TO hand_over')
    throw error
  }
}

function refusalFor(owner: string, me: string, role: string): string {
  const belong = `The tables of the job queue (schema ${SCHEMA}) belong to ${owner}`
  const remedy =
    owner === me
      ? `let a superuser run: GRANT ${role} TO ${me}; then run this again.`
      : `let a superuser run this, or: GRANT ${owner}, ${role} TO ${me}; then run this again.`
  return role === me
    ? `${belong}, which servers have used so far. Set DATABASE_APP_URL to the address for that role.`
    : `${belong}, so that ${role} cannot work on jobs, and ${me} may not hand them over: ${remedy}`
}

/** Refuses by name, for a server that does not know the owner, tables that its role cannot use. */
export async function refuseJobsOfOthers(application: pg.Client, role: string): Promise<void> {
  const [first] = await thingsOfOthers(application, role)
  if (first)
    throw new Error(
      `The tables of the job queue (schema ${SCHEMA}) belong to ${first.owner}: run "npm run ops -- migrate", with DATABASE_URL and DATABASE_APP_URL, which hands them over to ${role}.`,
    )
}
