import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { card } from '#web/testing/answers.ts'
import { open } from '#web/testing/open.tsx'
import { control } from '#web/testing/page.ts'
import { testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

const at = '/bank'
const { cards } = contract.bank
const WAITS =
  'Our team is checking the name on this account. You can use another account meanwhile.'
const stubCard = (about: Partial<typeof card>) => () => stub(cards, [{ ...card, ...about }])

testStates([
  { at, when: 'there is none', given: () => stub(cards, []), sees: ['Add account'] },
  {
    at,
    when: 'a person checks its name',
    given: stubCard({ nameCheck: 'needs-a-look' }),
    sees: [WAITS],
  },
  {
    at,
    when: 'a person denied it',
    given: stubCard({ nameCheck: 'denied', deniedBecause: 'It is another person’s.' }),
    sees: ['Not accepted: It is another person’s.'],
  },
])

test.each(['needs-a-look', 'denied'] as const)(
  'an account that is %s is not chosen',
  async nameCheck => {
    stubCard({ nameCheck })()
    await open(at)
    expect(await control(/8901/)).toHaveProperty('disabled', true)
  },
)
