import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Lockfile,
  licenceFaults,
  lockfileFaults,
  type Manifest,
  unusedLicences,
} from './supply-chain.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as Lockfile
const manifest = JSON.parse(read('package.json')) as Manifest
const page = read('docs/dependencies.md')

/** The lockfile with another package in it. */
const withPackage = (about: Lockfile['packages'][string]): Lockfile => ({
  packages: {
    ...lock.packages,
    'node_modules/another': {
      version: '1.0.0',
      integrity: `sha512-${'A'.repeat(86)}==`,
      license: 'MIT',
      ...about,
    },
  },
})

test('the lockfile holds packages of the registry alone, each with its hash', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  expect(lockfileFaults(lock, manifest)).toEqual([])
  expect(lockfileFaults(withPackage({}), manifest)).toEqual([])
})

test.each([
  [{ integrity: '' }, 'another has no SHA-512 in package-lock.json.'],
  [
    { integrity: 'sha1-w7M6te42DYbg5ijwRorn7yfWVN8=' },
    'another has no SHA-512 in package-lock.json.',
  ],
  [
    { resolved: 'git+ssh://git@example.org/a/another.git#1' },
    'another does not come from the registry.',
  ],
  [{ resolved: 'http://example.org/another.tgz' }, 'another does not come from the registry.'],
  [{ version: 'file:../another' }, 'another does not come from the registry.'],
  [{ link: true }, 'another does not come from the registry.'],
  [
    { hasInstallScript: true },
    'another has an install script that package.json neither allows nor refuses.',
  ],
])('a package with %j is refused', (about, fault) => {
  expect(lockfileFaults(withPackage(about), manifest)).toEqual([fault])
})

test('every package of production has a licence that the page lists', () => {
  expect(licenceFaults(lock, page)).toEqual([])
  expect(unusedLicences(lock, page)).toEqual([])
})

test('another licence, or none, is refused in production', () => {
  expect(licenceFaults(withPackage({ license: 'AGPL-3.0-only' }), page)).toEqual([
    'docs/dependencies.md does not list the licence AGPL-3.0-only of another.',
  ])
  const { license: _, ...about } = withPackage({}).packages['node_modules/another'] ?? {}
  expect(
    licenceFaults({ packages: { ...lock.packages, 'node_modules/another': about } }, page),
  ).toEqual(['docs/dependencies.md does not list another, which states no licence.'])
  expect(licenceFaults(withPackage({ license: 'AGPL-3.0-only', dev: true }), page)).toEqual([])
})
