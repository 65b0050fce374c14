import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankCodeEdition, bankOfCode } from '#server/identity/db/bank-code.ts'
import { importBanks, importBundledBanks, readBanks } from '#server/identity/directory/banks.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'saral-banks-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function listOf(...rows: readonly string[]): Promise<string> {
  const path = join(folder, 'banks.csv')
  await writeFile(path, ['CODE,BANK,SUCCESSOR', ...rows].join('\n'))
  return path
}

test('the bundled list names the successor of each bank that merged', async () => {
  const { db } = server.services
  const rows = await db.raw(
    `SELECT m.code, m.name, s.code AS into, s.name AS "intoName" FROM bank_code m JOIN bank_code s ON s.code = m.successor ORDER BY s.name, m.name`,
  )
  expect(
    rows.map(({ code, name, into, intoName }) => `${code} ${name} → ${into} ${intoName}`),
  ).toEqual([
    'FSFB Fincare Small Finance Bank → AUBL AU Small Finance Bank',
    'BKDN Dena Bank → BARB Bank of Baroda',
    'VIJB Vijaya Bank → BARB Bank of Baroda',
    'SYNB Syndicate Bank → CNRB Canara Bank',
    'LAVB Lakshmi Vilas Bank → DBSS DBS Bank India',
    'ALLA Allahabad Bank → IDIB Indian Bank',
    'VYSA ING Vysya Bank → KKBK Kotak Mahindra Bank',
    'ORBC Oriental Bank of Commerce → PUNB Punjab National Bank',
    'UTBI United Bank of India → PUNB Punjab National Bank',
    'NICB New India Co-operative Bank → SRCB Saraswat Co-operative Bank',
    'BMBL Bharatiya Mahila Bank → SBIN State Bank of India',
    'SBBJ State Bank of Bikaner and Jaipur → SBIN State Bank of India',
    'SBHY State Bank of Hyderabad → SBIN State Bank of India',
    'SBMY State Bank of Mysore → SBIN State Bank of India',
    'STBP State Bank of Patiala → SBIN State Bank of India',
    'SBTR State Bank of Travancore → SBIN State Bank of India',
    'ANDB Andhra Bank → UBIN Union Bank of India',
    'CORP Corporation Bank → UBIN Union Bank of India',
    'PMCB Punjab & Maharashtra Co-operative Bank → UNBA Unity Small Finance Bank',
  ])
})

test.each(['SBIN', 'HDFC', 'ICIC', 'PYTM', 'AIRP', 'ABHY', 'NKGS', 'ZSMX', 'AACX', 'AANB'])(
  'the bundled list holds %s',
  async code => {
    expect(await bankOfCode(server.services.db, code)).toEqual({ state: 'known' })
  },
)

test.each(['ZZZZ', 'ABCD', 'XXXX', 'HYNA'])('the bundled list holds no bank %s', async code => {
  expect(await bankOfCode(server.services.db, code)).toEqual({ state: 'unknown' })
})

test('a lender’s list replaces the bundled one, which does not come back', async () => {
  const { db, clock } = server.services
  const path = await listOf('NEWB,New Bank,', 'OLDB,Old Bank,NEWB')
  expect(await importBanks({ db, clock }, path)).toEqual({ banks: 2, merged: 1 })
  await importBundledBanks({ db })
  expect(await bankOfCode(db, 'NEWB')).toEqual({ state: 'known' })
  expect(await bankOfCode(db, 'OLDB')).toMatchObject({ state: 'merged', bankName: 'Old Bank' })
  expect(await bankOfCode(db, 'SBIN')).toEqual({ state: 'unknown' })
  // A release with a later list.
  await db.raw("UPDATE bank_code SET edition = '2026-01-01'")
  await importBundledBanks({ db })
  expect(await bankCodeEdition(db)).toBe('2026-05-22')
  expect(await bankOfCode(db, 'SBIN')).toEqual({ state: 'known' })
  expect(await bankOfCode(db, 'OLDB')).toEqual({ state: 'unknown' })
})

test.each([
  [['SBIN,State Bank of India,', 'SBIN,Again,'], 'SBIN is listed twice.'],
  [['SB1N,State Bank of India,'], 'Row "SB1N" is no bank.'],
  [['SBIN,,'], 'Row "SBIN" is no bank.'],
  [['OLDB,Old Bank,NEWB'], 'NEWB, the successor of OLDB, is no bank of the list.'],
  [['A,B'], 'Row "A" is no bank.'],
  [
    ['OLDB,Old Bank,MIDB', 'MIDB,Middle Bank,NEWB', 'NEWB,New Bank,'],
    'MIDB, the successor of OLDB, is no bank of the list.',
  ],
  [[], 'The list names no bank.'],
])('refuses the list %j', async (rows, why) => {
  await expect(readBanks(await listOf(...rows))).rejects.toThrow(why)
})
