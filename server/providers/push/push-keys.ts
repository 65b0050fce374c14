/**
 * Loads the keys that sign notifications: from the configuration, or generated once, like the
 * master keys of a demonstration.
 */
import { join } from 'node:path'
import * as v from 'valibot'
import webPush from 'web-push'
import type { Config } from '#server/platform/config.ts'
import { makeOnce, readIfThere } from '#server/platform/keys/keys.ts'
import { readRedacted } from '#server/platform/redaction.ts'
import type { VapidKeys } from '#server/providers/push/web-push.ts'

const base64Url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const keysJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ publicKey: base64Url, privateKey: base64Url }),
)

/** Any installation may generate them: losing them only means that browsers must subscribe again. */
export async function loadPushKeys({
  push,
  dataDir,
}: Pick<Config, 'push' | 'dataDir'>): Promise<VapidKeys> {
  const existing = await existingPushKeys({ push, dataDir })
  if (existing) return existing
  const file = join(dataDir, 'push-keys.json')
  await makeOnce(dataDir, file, JSON.stringify(webPush.generateVAPIDKeys()))
  return parse(await readIfThere(file), file)
}

/** The keys that are configured, or were generated before; undefined where there are none yet. */
export async function existingPushKeys({
  push,
  dataDir,
}: Pick<Config, 'push' | 'dataDir'>): Promise<VapidKeys | undefined> {
  if (push.keys) return push.keys
  const file = join(dataDir, 'push-keys.json')
  const json = await readIfThere(file)
  return json === undefined ? undefined : parse(json, file)
}

function parse(json: string | undefined, file: string): VapidKeys {
  const parsed = readRedacted(keysJson, json)
  if ('faults' in parsed) throw new Error(`The keys in ${file} cannot be used: ${parsed.faults}`)
  return parsed.read
}
