/**
 * DATA_DIR remembers that its database is another one than the embedded, so that an operator who
 * forgets DATABASE_URL is warned, and does not work on an empty database that looks sound.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const elsewhere = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ database: v.string(), isReal: v.boolean() }),
)
/** `database` names it without a password; `isReal` if a lender or a real vendor uses it. */
export type Elsewhere = v.InferOutput<typeof elsewhere>

const fileIn = (dataDir: string) => join(dataDir, 'database-elsewhere.json')

/** Notes the database of DATABASE_URL, where the folder exists and can be written. */
export async function noteElsewhere(dataDir: string, noted: Elsewhere): Promise<void> {
  const isThere = await stat(dataDir).then(
    () => true,
    () => false,
  )
  if (isThere)
    await writeFile(fileIn(dataDir), `${JSON.stringify(noted)}\n`).catch(
      // The note is a help for people, and nothing depends on it.
      () => undefined,
    )
}

/** Forgets it: the embedded database is the one that is used here. */
export async function forgetElsewhere(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true })
}

/**
 * Refuses the embedded database where another one was used last: a server only where that one is in
 * real use, for a demonstration may move.
 */
export async function refuseForgottenAddress(
  dataDir: string,
  who: 'server' | 'command',
): Promise<void> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  const parsed = v.safeParse(elsewhere, text)
  if (!parsed.success || (who === 'server' && !parsed.output.isReal)) return
  throw new Error(
    `DATABASE_URL is not set, and DATA_DIR=${dataDir} was last used with the database ${parsed.output.database}. ` +
      `Set DATABASE_URL or DATABASE_APP_URL, or remove ${fileIn(dataDir)} to use the embedded database.`,
  )
}
