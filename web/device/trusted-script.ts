import { WORKER_URL } from '#web/sw/names.ts'

/**
 * The only policy that the content security policy allows, for scripts that do not belong to a
 * page.
 */
const POLICY = 'saral-worker'
/** The paths of our workers, as the build names them. */
const OUR_WORKER = /^\/assets\/worker-[\w-]+\.js$/

type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/**
 * The address of one of our workers in the form that browsers with Trusted Types require. Refuses
 * any other script.
 */
export function trustedScript(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: requireOwnWorker }) ?? {
    createScriptURL: requireOwnWorker,
  }
  return policy.createScriptURL(url)
}

function requireOwnWorker(url: string): string {
  const isOurs = url === WORKER_URL || OUR_WORKER.test(url) || import.meta.env.DEV
  if (!isOurs) throw new TypeError(`${url} is not one of our workers`)
  return url
}
