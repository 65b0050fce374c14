import { describe, expect, test } from 'vitest'
import {
  cyclesIn,
  DOMAIN_ROOMS,
  importsBetweenFiles,
  importsOfHigherRules,
  measures,
  SERVER_ROOMS,
  STAFF_ROOMS,
  wrongWays,
} from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const imports = importsBetweenFiles(files)
const of = (entries: Record<string, readonly string[]>) => new Map(Object.entries(entries))

test('no room imports a room above it', () => {
  expect(imports.size).toBeGreaterThan(500)
  expect(wrongWays(imports)).toEqual([])
})

test('no room of the server imports rules above it', () => {
  expect(importsOfHigherRules(imports)).toEqual([])
})

test('no files import each other in a cycle', () => {
  expect(cyclesIn(imports)).toEqual([])
})

test('few arrows run between the rooms, and most imports stay in one room', () => {
  const { arrows, withinShare } = measures(files, imports)
  expect(arrows).toBeLessThanOrEqual(96)
  expect(withinShare).toBeGreaterThanOrEqual(0.8)
})

test('each room has a README of at most ten lines, and a line for each room within it', () => {
  const readmes = new Map(files.map(({ path, text }) => [path, text.trimEnd().split('\n').length]))
  const folders = [
    'words',
    'domain',
    ...DOMAIN_ROOMS.filter(room => room !== 'ground').map(room => `domain/${room}`),
    ...SERVER_ROOMS.filter(room => !room.endsWith('.ts')).map(room => `server/${room}`),
  ]
  const most = (folder: string) => 10 + (folder === 'server/staff' ? STAFF_ROOMS.length : 0)
  const faulty = folders.filter(folder => (readmes.get(`${folder}/README.md`) ?? 99) > most(folder))
  expect(faulty).toEqual([])
})

describe('counts an import against the order', () => {
  const cases: [from: string, target: string, wrong: number][] = [
    ['server/accounts/sign-in.ts', 'server/lending/db/order.ts', 1],
    ['server/platform/db/open.ts', 'server/providers/sms/port.ts', 1],
    ['server/lending/apply.ts', 'server/attic/dust.ts', 1],
    ['server/attic/dust.ts', 'server/platform/ids.ts', 1],
    ['domain/identity/form.ts', 'domain/lending/order.ts', 1],
    ['domain/money.ts', 'domain/lending/order.ts', 1],
    ['server/staff/people/rights.ts', 'server/staff/acts/propose.ts', 1],
    ['server/staff/attic/dust.ts', 'server/staff/people/rights.ts', 1],
    ['server/staff/acts/propose.ts', 'server/staff/people/rights.ts', 0],
    ['server/staff/people/rights.ts', 'server/staff/cursor.ts', 0],
    ['server/lending/db/order.ts', 'server/accounts/sign-in.ts', 0],
    ['server/main.ts', 'server/lending/db/order.ts', 0],
    ['domain/lending/order.ts', 'domain/money.ts', 0],
    ['server/accounts/sessions.test.ts', 'server/lending/db/order.ts', 0],
  ]
  test.each(cases)('%s to %s', (from, target, wrong) => {
    expect(wrongWays(of({ [from]: [target], [target]: [] }))).toHaveLength(wrong)
  })
})

describe('import cycles', () => {
  test('of two and of three files are listed once each', () => {
    const cycles = cyclesIn(of({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['e'], e: ['c'], f: ['a'] }))
    expect(cycles).toEqual([
      ['c', 'd', 'e'],
      ['a', 'b'],
    ])
  })
  test('are absent where two paths lead to one file', () => {
    expect(cyclesIn(of({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })
})

describe('counts an import of rules above the room', () => {
  const cases: [from: string, target: string, wrong: number][] = [
    ['server/platform/http/edge.ts', 'domain/accounts/limited-session.ts', 1],
    ['server/notices/notify.ts', 'domain/lending/reminders.ts', 1],
    ['server/identity/db/erase.ts', 'domain/privacy/retention.ts', 1],
    ['server/lending/jobs.ts', 'domain/staff/proposal.ts', 1],
    ['server/platform/db/open.ts', 'domain/day.ts', 0],
    ['server/lending/jobs.ts', 'domain/accounts/passkeys.ts', 0],
    ['server/providers/mandate/port.ts', 'domain/lending/mandate.ts', 0],
    ['server/platform/audit/forgery.test.ts', 'domain/lending/order.ts', 0],
  ]
  test.each(cases)('%s to %s', (from, target, wrong) => {
    expect(importsOfHigherRules(of({ [from]: [target], [target]: [] }))).toHaveLength(wrong)
  })
})
