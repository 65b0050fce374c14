import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { open } from '#web/testing/open.tsx'
import { arrive, control, field, see, settle, shown, tap, type } from '#web/testing/page.ts'
import { stub } from '#web/testing/stub.ts'

const { directory, bank } = contract

function stubDirectory() {
  stub(directory.banks, [
    { id: 'axis', bankName: 'Axis Bank', isPart: false },
    { id: 'icici', bankName: 'ICICI Bank', isPart: false },
    { id: 'sbi', bankName: 'State Bank of India', isPart: true },
  ])
  const states = stub(directory.states, ({ pId }) =>
    ['Goa', 'Maharashtra'].map(state => ({ id: `${pId}-${state}`, state })),
  )
  stub(directory.cities, [{ id: 'c1', city: 'Pune' }])
  stub(directory.branches, [{ id: 'ICIC0000001', branch: 'Law Road', ifsc: 'ICIC0000001' }])
  stub(directory.bank, { state: 'known' })
  const branch = { name: 'Law Road', city: 'Pune', state: 'Maharashtra' }
  stub(directory.branch, { bankName: 'ICICI Bank', branch })
  return states
}

async function choose(list: string, entry: string): Promise<void> {
  await tap(new RegExp(`^${list}:`))
  const option = await screen.findByRole('option', { name: new RegExp(entry) })
  await settle(() => fireEvent.click(option))
}
const search = () => screen.findByRole('combobox', { name: /.*/ })
async function seek(text: string): Promise<HTMLElement> {
  const box = await search()
  await settle(() => fireEvent.change(box, { target: { value: text } }))
  return box
}

test('finds a code through the lists, and leads back with it to the account', async () => {
  const states = stubDirectory()
  stub(bank.cards, [])
  await open('/bank/add?pid=p1')
  await tap('Forget your IFSC')
  await arrive('/bank/ifsc')
  expect(await control(/^State:/)).toHaveProperty('disabled', true)
  await choose('Bank', 'ICICI Bank')
  await choose('State', 'Goa')
  await choose('City', 'Pune')
  await choose('Bank', 'Axis Bank')
  for (const cleared of ['State', 'City', 'Branch']) await control(`${cleared}: Choose`)
  await choose('Bank', 'ICICI Bank')
  await tap(/^State:/)
  const box = await seek('MAHA')
  await see('1 of 2 states')
  expect(document.querySelector('[role=option] b')?.textContent).toBe('Maha')
  await settle(() => fireEvent.keyDown(box, { key: 'Enter' }))
  await choose('City', 'Pune')
  await choose('Branch', 'Law Road')
  await tap('RE-FIND')
  await control('Branch: Choose')
  await choose('Branch', 'Law Road')
  await tap('Yes')
  await arrive('/bank/add')
  const query = new URLSearchParams(location.search)
  expect([query.get('pid'), query.get('ifsc_code')]).toEqual(['p1', 'ICIC0000001'])
  expect(await field('IFSC code')).toHaveProperty('value', 'ICIC0000001')
  await see(/^ICICI Bank: Law Road, Pune/)
  expect(states.inputs.map(({ pId }) => pId)).toEqual(['icici', 'axis'])
})

test('finds a bank by its initials, and asks for the code where the list lacks its branches', async () => {
  stubDirectory()
  await open('/bank/ifsc')
  await tap(/^Bank:/)
  await see('3 of 3 banks')
  await seek('sbi')
  const option = await screen.findByRole('option', { name: /State Bank of India/ })
  await settle(() => fireEvent.click(option))
  await see(/^We do not have the branches of State Bank of India yet\./)
  expect(shown('State')).toEqual([])
  await tap('Type the code')
  await arrive('/bank/add')
  await type('IFSC code', 'SBIN0001234')
})

test('reports a list that does not arrive, is empty, or has no match', async () => {
  stubDirectory()
  stub(directory.states, { refused: 'failed-unexpectedly' })
  await open('/bank/ifsc')
  await tap(/^Bank:/)
  await seek('no such bank')
  await see(/no such bank/)
  await seek('Axis')
  const option = await screen.findByRole('option', { name: /Axis/ })
  await settle(() => fireEvent.click(option))
  await tap(/^State:/)
  await see('Something went wrong on our side. Nothing was changed. Please try again.')
  stub(directory.states, [])
  await tap('Try again')
  await see(/^There are no entries here\./)
})
