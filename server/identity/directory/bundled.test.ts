import { expect, test } from 'vitest'
import { bundledList } from './bundled.ts'
import { ELSEWHERE } from './states.ts'

test('the bundled list is sorted by code, and places its branches', async () => {
  const banks = new Set<string>()
  let last = ''
  let count = 0
  let unplaced = 0
  for await (const { ifsc, bank, state } of bundledList.branches()) {
    if (ifsc <= last) throw new Error(`${ifsc} stands after ${last}`)
    last = ifsc
    banks.add(bank)
    count += 1
    if (state === ELSEWHERE) unplaced += 1
  }
  expect(count).toBe(97_834)
  expect(unplaced / count).toBeLessThan(0.001)
  for (const bank of ['ICICI Bank', 'Axis Bank', 'Bank of India', 'Kotak Mahindra Bank'])
    expect(banks).toContain(bank)
  for (const bank of bundledList.banksWithoutBranches) expect(banks).not.toContain(bank)
})
