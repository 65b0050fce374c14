/*
 * package-lock.json installs only reviewed packages: every package by its hash, from the registry
 * alone, with install scripts only where they are allowed, and in production under a licence that
 * docs/dependencies.md lists.
 */

type Package = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
}
export type Lockfile = { readonly packages: Readonly<Record<string, Package>> }
export type Manifest = { readonly allowScripts: Readonly<Record<string, boolean>> }

const SHA_512 = /^sha512-[\w+/]{86}==$/
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** The packages of a lockfile, without the product itself. */
function packagesOf({ packages }: Lockfile): (Package & { readonly name: string })[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, about]) => ({ ...about, name: path.split('node_modules/').at(-1) ?? path }))
}

/** Names each package that npm would install from elsewhere, or without comparing its hash. */
export function lockfileFaults(lock: Lockfile, { allowScripts }: Manifest): string[] {
  return packagesOf(lock).flatMap(
    ({ name, version = '', integrity = '', resolved, link, hasInstallScript }) => {
      const faults: string[] = []
      if (!SHA_512.test(integrity)) faults.push(`${name} has no SHA-512 in package-lock.json.`)
      // The lockfile names no registry, so that each machine takes its own; the hash decides.
      if (resolved !== undefined || link === true || !EXACT.test(version))
        faults.push(`${name} does not come from the registry.`)
      if (hasInstallScript && !Object.hasOwn(allowScripts, name))
        faults.push(`${name} has an install script that package.json neither allows nor refuses.`)
      return faults
    },
  )
}

const SECTION = '## Licences in production'
/** A line of that section's list: `- MIT: …`, or a package without a licence. */
const lineOfLicences = /^- `([^`]+)`:/gm

/** The licences, and the packages judged by themselves, that the page lists. */
export function licencesIn(page: string): ReadonlySet<string> {
  const [section = ''] = page.split(SECTION)[1]?.split('\n## ') ?? []
  return new Set([...section.matchAll(lineOfLicences)].map(([, name = '']) => name))
}

/** Names each package of production whose licence the page does not list. */
export function licenceFaults(lock: Lockfile, page: string): string[] {
  const allowed = licencesIn(page)
  return packagesOf(lock)
    .filter(({ dev }) => !dev)
    .filter(({ name, license }) => !allowed.has(license ?? name))
    .map(
      ({ name, license }) =>
        `docs/dependencies.md does not list ${license === undefined ? `${name}, which states no licence` : `the licence ${license} of ${name}`}.`,
    )
}

/** Names each licence of the page that no package of production has. */
export function unusedLicences(lock: Lockfile, page: string): string[] {
  const used = new Set(
    packagesOf(lock)
      .filter(({ dev }) => !dev)
      .map(({ name, license }) => license ?? name),
  )
  return [...licencesIn(page)].filter(name => !used.has(name))
}
