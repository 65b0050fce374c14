/**
 * Finds misspelt settings in the environment: a variable that is nearly one of ours, or begins like
 * ours, would silently do nothing. All other variables belong to other programs.
 */

/** Prefixes that only our settings have: any other variable that begins so is misspelt. */
const OUR_PREFIXES = [
  'AADHAAR_',
  'AUDIT_',
  'CASHFREE_',
  'CODES_',
  'CONSOLE_',
  'CUSTOMER_',
  'DATABASE_',
  'DOMAIN_CHANGE_',
  'LENDER_',
  'LOGIN_CODE_',
  'METRICS_',
  'MSG91_',
  'PAYMENT_',
  'PAYOUT_',
  'PROOF_OF_WORK_',
  'PUSH_',
  'RAZORPAY',
  'S3_',
  'SARAL_',
  'SIGNING_',
  'SMS_',
  'STAFF_',
  'STOP_DELAY',
  'TRACKING_',
  'TRUSTED_',
  'TWO_PERSONS_',
  'VERIFICATION_',
]

/** Variables of our own tools, which a server may inherit. */
const OF_OUR_TOOLS = new Set(['SARAL_BROWSER', 'SARAL_TEST_TEMPLATE', 'SARAL_E2E_TEMPLATE'])

/**
 * Kubernetes describes each service to each container by such variables, also one that is named
 * `database` or `saral`.
 */
const OF_A_CLUSTER =
  /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
const CLUSTER_ADDRESS = /^(tcp|udp|sctp):\/\//

/** This many letters may be wrong in a long name, and one in a short one. */
const WRONG_MAX = 2
const SHORT_CHARS = 7

/**
 * The misspelt variables, each as a sentence that names the likely right one; empty if there are
 * none. Variables without a value count as unset.
 */
export function misspelt(
  present: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  const settingNames = new Set(names)
  return Object.entries(present).flatMap(([name, value = '']) => {
    if (settingNames.has(name) || OF_OUR_TOOLS.has(name) || value === '') return []
    const isOfCluster =
      OF_A_CLUSTER.test(name) || (name.endsWith('_PORT') && CLUSTER_ADDRESS.test(value))
    if (isOfCluster) return []
    const near = nearest(name, names)
    if (near !== undefined) return [`${name} is no setting: did you mean ${near}?`]
    const prefix = OUR_PREFIXES.find(each => name.toUpperCase().startsWith(each))
    if (prefix === undefined) return []
    return [`${name} is no setting: ${choiceOf(name, prefix, names)}`]
  })
}

/**
 * The setting that a name misspells; undefined if none is that near. The last word of a setting alone,
 * as the `PREFIX` of many programs, belongs to others.
 */
function nearest(name: string, names: readonly string[]): string | undefined {
  const text = bare(name)
  const [best] = names
    .filter(each => !each.endsWith(`_${name}`))
    .map(each => ({ each, wrong: distance(text, bare(each)) }))
    .filter(({ each, wrong }) => wrong <= (each.length <= SHORT_CHARS ? 1 : WRONG_MAX))
    .toSorted((one, other) => one.wrong - other.wrong)
  return best?.each
}

/** A capital, a hyphen or an underscore more or less makes no other name. */
const bare = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The likeliest of the settings that begin like a name, or all of them. */
function choiceOf(name: string, prefix: string, names: readonly string[]): string {
  const rest = name.toUpperCase().slice(prefix.length)
  if (names.includes(rest)) return `did you mean ${rest}?`
  const alike = names.filter(each => each.startsWith(prefix))
  const [likely, next] = alike
    .map(each => ({ each, wrong: distance(bare(name), bare(each)) }))
    .toSorted((one, other) => one.wrong - other.wrong)
  if (likely && likely.wrong < (next?.wrong ?? Number.POSITIVE_INFINITY))
    return `did you mean ${likely.each}?`
  return `these begin so: ${alike.join(', ')}.`
}

/** The number of letters that were left out, added, replaced, or exchanged with their neighbour. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + Number(!isSame),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
