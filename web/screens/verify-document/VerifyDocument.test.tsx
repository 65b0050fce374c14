import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { on, rs } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { says, see, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

const { verify } = contract.loanDocument
const at = '/verify-document'
const document = {
  kind: 'no-dues-certificate' as const,
  lender: 'Saral',
  orderNo: 'SR 2603 0500 AB12 CD34',
  issuedOn: on('2026-03-05'),
  amount: rs(5_005),
  withdrawnOn: null,
}
const stubDocument =
  (answer: typeof document | null, withdrawnOn: string | null = null) =>
  () =>
    stub(verify, {
      document: answer && { ...answer, withdrawnOn: withdrawnOn === null ? null : on(withdrawnOn) },
    })
const check = (code: string) => async () => [await type('Code', code), await tap('Check')]
const RIGHT = 'abcd efgh jkmn pqrs'

testStates(
  [
    {
      at,
      when: 'the code is too short',
      act: check('ABC'),
      sees: ['A code has sixteen letters and digits. Please check what you typed.'],
    },
    {
      at: `${at}#ABCD%2`,
      when: 'the code of the link is malformed',
      sees: ['A code has sixteen letters and digits. Please check what you typed.'],
    },
    {
      at,
      when: 'no document has the code',
      given: stubDocument(null),
      act: check(RIGHT),
      sees: [/^No document has this code\./],
    },
    {
      at,
      when: 'the document is genuine',
      given: stubDocument(document),
      act: check(RIGHT),
      sees: ['This document is genuine.', 'SR 2603 0500 AB12 CD34', '₹5,005.00', '5 Mar 2026'],
    },
    {
      at,
      when: 'the document was withdrawn',
      given: stubDocument(document, '2026-03-06'),
      act: check(RIGHT),
      sees: ['This document was genuine, but was withdrawn on 6 Mar 2026. It is no longer valid.'],
      lacks: ['This document is genuine.'],
    },
  ].map((state): State<'visitor'> => ({ ...state, by: 'visitor' })),
)

test('checks the code behind # of a link at once, and requests no address with it', async () => {
  const calls = stubDocument(document)()
  await open(`${at}#ABCD-EFGH-JKMN-PQRS`, 'visitor')
  await says('This document is genuine.')
  expect(calls.inputs).toHaveLength(1)
  await see('Check')
})
