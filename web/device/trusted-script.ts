import { WORKER_URL } from '#web/sw/names.ts'

/** The one policy that the content security policy allows, for the scripts that are not a page's own. */
const POLICY = 'saral-worker'
/** Workers of ours, as the build names them. */
const OUR_WORKER = /^\/assets\/worker-[\w-]+\.js$/

type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/** The address of a worker of ours as browsers with Trusted Types want it. Refuses any other script. */
export function trustedScript(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: ours }) ?? {
    createScriptURL: ours,
  }
  return policy.createScriptURL(url)
}

function ours(url: string): string {
  const isOurs = url === WORKER_URL || OUR_WORKER.test(url) || import.meta.env.DEV
  if (!isOurs) throw new TypeError(`${url} is no worker of ours`)
  return url
}
