import { expect, test } from 'vitest'
import { rowFaults } from './judged-statements.ts'

const row = (label: string, value: string, note: string | null = null) => ({ label, value, note })
const text = (
  rows: ReturnType<typeof row>[],
  table: null | { head: string[]; rows: string[][] } = null,
) => JSON.stringify([{ title: 'Costs', rows, table }])

const FEE = row('Fee', '₹1,00,500.00', 'At most 10% of it, for 7 days.')
const EXPECTED = [['Fee', '10%', '7', '₹100500.00']] as const

test('figures agree in any order, without the commas between digits', () => {
  expect(rowFaults(text([row('Lender', 'None'), FEE]), EXPECTED)).toEqual([])
})

test('another figure is named', () => {
  expect(rowFaults(text([{ ...FEE, value: '₹1,00,500.01' }]), EXPECTED)).toEqual([
    'it says "Fee: 10%, 7, ₹100500.01", but the oracle says "Fee: 10%, 7, ₹100500.00"',
  ])
})

test('a charge that the oracle does not know is named', () => {
  expect(rowFaults(text([FEE, row('Stamp', '₹1.00')]), EXPECTED)).toEqual([
    'it says "Stamp: ₹1.00", but the oracle says "nothing more"',
  ])
  expect(rowFaults(text([FEE, row('Stamp', '2%')]), EXPECTED)).toHaveLength(1)
})

test('a figure that is missing is named', () => {
  expect(rowFaults(text([]), EXPECTED)).toEqual([
    'it says "nothing more", but the oracle says "Fee: 10%, 7, ₹100500.00"',
  ])
  expect(rowFaults(text([row('Fee', 'None')]), EXPECTED)).toHaveLength(1)
})

test('the rows of a table count', () => {
  const table = { head: ['Due', 'Amount'], rows: [['8 Jan 2026', '₹5,035.00']] }
  expect(rowFaults(text([], table), [['', '8', '2026', '₹5035.00']])).toEqual([])
  expect(rowFaults(text([], table), [['', '9', '2026', '₹5035.00']])).toHaveLength(1)
})

test('a statement that is not stored is named', () => {
  expect(rowFaults(undefined, EXPECTED)).toEqual(['it is not stored'])
})
