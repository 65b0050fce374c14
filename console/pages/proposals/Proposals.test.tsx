import { describe, expect, test, vi } from 'vitest'
import { NOW, type Proposal, proposalOf, proposalsOf, proposed } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { basisPoints } from '#domain/money.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on, rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'

type Published = Extract<Proposal['effect'], { readonly act: 'publish-product' }>

const at = '/proposals/p1'
const give = (one: Proposal) => () => stub(proposal.open, one)
const money = { orderNo: 'SR0001', amount: rs(5_035) }
const product = { productId: 'nila', name: 'Nila Weekly', fromDay: on('2026-03-09') }
const first = { fromDay: on('2026-03-09'), follows: null, stays: [] }
const unknown = { act: 'close-unknown-payment', amount: rs(10), vendor: 'razorpay' } as const
const published: Published = {
  act: 'publish-product',
  product,
  dated: first,
  values: [],
  example: null,
}
const value = { language: null, before: null, until: null }

/** The effect of an approval, in one sentence for each act. */
const EFFECTS: readonly (readonly [Proposal, string])[] = [
  [
    proposed,
    '₹5,035.00 of order SR0001 counts as paid back to its borrower by a transfer with the reference AXIS00000001. The books close the refund; Saral sends no money.',
  ],
  [
    proposalOf({ act: 'stop-payout', ...money }),
    'The payout of ₹5,035.00 of order SR0001 is sent to the bank no more. If the bank has paid it, the loan runs; if not, the order fails and its borrower owes nothing.',
  ],
  [
    proposalOf({ act: 'approve-application', ...money, denials: [] }),
    'The borrower of order SR0001 may take ₹5,035.00. No money moves before they do.',
  ],
  [
    proposalOf({ act: 'waive-penal', ...money, amount: rs(15.11) }),
    'The borrower of order SR0001 owes ₹15.11 less of penal charges. The lender gives up that income.',
  ],
  [
    proposalOf({ ...unknown, reference: 'AX0001' }),
    '₹10.00 that razorpay reported (event r1) counts as paid back to its payer with the reference AX0001. No borrower owes more or less.',
  ],
  [
    proposalOf({ ...unknown, reference: null }),
    'The message of razorpay about ₹10.00 (event r1) is closed: no money came. No borrower owes more or less.',
  ],
  [
    proposalOf({ ...unknown, amount: null, vendor: 'razorpay (USD 12)', reference: 'AX0001' }),
    'The payment that razorpay (USD 12) reported (event r1) counts as paid back to its payer with the reference AX0001. No borrower owes more or less.',
  ],
  [
    proposalOf({ ...unknown, amount: null, vendor: 'razorpay (USD 12)', reference: null }),
    'The message of razorpay (USD 12) (event r1) is closed: no money came. No borrower owes more or less.',
  ],
  [
    proposalOf({ act: 'invite-staff', mail: 'ravi@lender.example', roles: ['viewer'] }),
    'ravi@lender.example gets an account with these roles. operations@lender.example gets its link and sends it; the account works when somebody else has confirmed the person. No borrower and no money is touched.',
  ],
  [
    proposalOf({
      act: 'change-staff',
      mail: 'ravi@lender.example',
      before: ['viewer'],
      after: [],
    }),
    'ravi@lender.example is signed out and signs in no more. What they proposed ends.',
  ],
  [
    proposalOf({ act: 'renew-staff', mail: 'ravi@lender.example', roles: ['viewer'] }),
    "ravi@lender.example is signed out, and the old passkeys, the provider's account and the app end. operations@lender.example gets a new link; the account works again when somebody else has confirmed the person. What ravi@lender.example proposed ends.",
  ],
  [
    proposalOf(published),
    "From 9 Mar 2026 borrowers see Nila Weekly with these terms and texts, and the lender pays out what it approves. Nobody's loan changes.",
  ],
  [
    proposalOf({
      ...published,
      values: [{ ...value, name: 'kind', after: 'external' }],
    }),
    "From 9 Mar 2026 borrowers see Nila Weekly with its link to the partner's site. The lender lends nothing by it, and nobody's loan changes.",
  ],
  [
    proposalOf({ ...published, dated: { ...first, follows: 1 } }),
    'From 9 Mar 2026 Nila Weekly has these terms and texts. Applications and loans that exist keep theirs.',
  ],
  [
    proposalOf({ ...published, act: 'withdraw-product' }),
    'From 9 Mar 2026 nobody can apply for Nila Weekly. Loans that exist keep their terms.',
  ],
  [
    proposalOf({ act: 'change-policy', dated: first, values: [] }),
    'From 9 Mar 2026 applications are decided, and discounts and amounts offered, by these values. What was decided and orders that exist stay as they are.',
  ],
  [
    proposalOf({
      act: 'change-content',
      content: { item: 'answer.payout', title: '', fromDay: on('2026-03-09') },
      dated: first,
      values: [],
    }),
    'From 9 Mar 2026 every borrower reads this in the app. Nobody owes more or less.',
  ],
]
test.each(EFFECTS)('says what approving does: $effect.act', async (one, sentence) => {
  give(one)()
  await open(at, 'compliance')
  await says(sentence)
})

describe('what changes, and nothing else', () => {
  const CHANGES = 'What changes, and nothing else'

  test('of a role are its permissions', async () => {
    give(
      proposalOf({
        act: 'change-role',
        role: 'viewer',
        before: ['session:own', 'proposals:read'],
        after: ['session:own', 'staff:read'],
      }),
    )()
    await open(at, 'compliance')
    await says(
      'What everybody with the role Viewer may do changes at once, also where they are signed in. What they proposed and may propose no more ends.',
    )
    expect(cells(CHANGES)).toEqual([
      ['see proposals', 'yes', '–'],
      ['see people and roles', '–', 'yes'],
    ])
  })

  test('of a product are its values, the texts in the language of the reader, and the cost of a loan', async () => {
    const until = { day: on('2026-04-01'), after: '3' }
    const slogan = { name: 'slogan', until: null, before: 'Quick' }
    const cost = { arrives: rs(4_882), repayment: rs(5_035), apr: basisPoints(16_341) }
    give(
      proposalOf({
        ...published,
        dated: { ...first, follows: 2, stays: [{ version: 3, fromDay: on('2026-04-01') }] },
        values: [
          { ...value, name: 'processingFee', before: '1', after: '2', until },
          { ...value, name: 'isFull', before: 'false', after: 'true' },
          { ...slogan, language: 'en', after: 'Small parts' },
          { ...slogan, language: 'hi', after: 'छोटे भाग' },
        ],
        example: { amount: rs(5_000), before: null, after: cost },
      }),
    )()
    await open(at, 'compliance')
    await says('It follows version 2, which is in force on that day. Everything else of it stays.')
    await says(
      'Approved versions of later days stay, with all that they changed: version 3 from 1 Apr 2026.',
    )
    expect(cells(CHANGES)).toEqual([
      ['Processing fee, percent', '1', '2until 1 Apr 2026; from then on, as approved: 3'],
      ['Full: shown, but nobody can apply', 'no', 'yes'],
      ['Slogan, English', 'Quick', 'Small parts'],
      ['Of a loan of ₹5,000.00, what arrives', '–', '₹4,882.00'],
      ['Of a loan of ₹5,000.00, what is repaid', '–', '₹5,035.00'],
      ['APR of a loan of ₹5,000.00', '–', '163.41%'],
    ])
    expect(cells('The same texts in the other languages')).toEqual([
      ['Slogan, हिन्दी', 'Quick', 'छोटे भाग'],
    ])
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('hi-IN')
    await open(at, 'compliance')
    await see('छोटे भाग')
    expect(cells(CHANGES)).toContainEqual(['Slogan, हिन्दी', 'Quick', 'छोटे भाग'])
  })
})

/** The subject of a proposal, in one line of the list. */
const FACTS: readonly (readonly [Proposal, readonly string[]])[] = [
  [proposed, ['₹5,035.00 of order SR0001', "bank's reference AXIS00000001"]],
  [proposalOf({ act: 'waive-penal', orderNo: null, amount: rs(15.11) }), ['₹15.11']],
  [proposalOf({ ...unknown, reference: null }), ['₹10.00', 'razorpay, event r1', 'no money came']],
  [
    proposalOf({ act: 'renew-staff', mail: 'ravi@lender.example', roles: ['viewer'] }),
    ['ravi@lender.example'],
  ],
  [proposalOf({ act: 'change-role', role: 'viewer', before: [], after: [] }), ['Viewer']],
  [
    proposalOf(published),
    ['Nila Weekly (nila) from 9 Mar 2026, or from the day of approval if that is later'],
  ],
  [
    proposalOf({ ...published, act: 'withdraw-product' }),
    ['Nila Weekly (nila) from 9 Mar 2026, or from the day of approval if that is later'],
  ],
]
test.each(FACTS)('lists its subject: $effect.act', async (one, facts) => {
  stub(proposal.list, ({ view }) => (view === 'waiting' ? proposalsOf(one) : proposalsOf()))
  await open('/proposals', 'compliance')
  for (const fact of facts) await says(fact)
})

const STATES: readonly State<Role>[] = [
  {
    at,
    when: 'its reader can decide',
    given: give(proposed),
    sees: [
      'Settle a refund by hand',
      '₹5,035.00 of order SR0001',
      "bank's reference AXIS00000001",
      'Paid to the account on file.',
      'proposed by operations@lender.example, 5 Mar 2026, 10:00 am; until 12 Mar 2026, 10:00 am',
      'Give a reason to approve or refuse.',
      'It stays readable, for the proposer and for good.',
    ],
  },
  ...(
    [
      [
        'second-person-needed',
        'Another person has to decide this: you proposed it, or it is about you.',
      ],
      ['not-permitted', 'Your role does not decide about this act.'],
      ['outdated', 'Its time is over.'],
      [
        'account-too-new',
        'One of the two accounts was made or renewed lately with the help of the other: they do not decide together.',
      ],
      ['proposer-without-right', 'The person who proposed this may no longer propose it.'],
    ] as const
  ).map(
    ([cannotDecide, text]): State<Role> => ({
      at,
      when: `its reader cannot decide: ${cannotDecide}`,
      given: give({ ...proposed, cannotDecide }),
      sees: [text],
      lacks: ['Approve', 'Refuse', 'Withdraw'],
    }),
  ),
  {
    at,
    when: 'its proposer approved it alone',
    given: give({
      ...proposed,
      outcome: 'approved',
      decidedBy: 'asha@lender.example',
      decidedAt: NOW,
      isAlone: true,
      reason: 'I am the only one.',
    }),
    sees: [
      'approved by asha@lender.example, 5 Mar 2026, 10:00 am',
      'approved by its proposer alone',
      'I am the only one.',
    ],
    lacks: ['Approve'],
  },
  {
    at,
    when: 'nobody decided it in time',
    given: give({ ...proposed, outcome: 'expired', decidedAt: NOW }),
    sees: ['expired, 5 Mar 2026, 10:00 am'],
  },
  {
    at,
    when: 'an approval is against the rules',
    given: give(
      proposalOf({ act: 'approve-application', ...money, denials: ['was-long-overdue'] }),
    ),
    sees: ['against the rules: An earlier loan was long overdue', 'Open the application'],
  },
  {
    at,
    when: 'there is none that the reader may read',
    given: () => stub(proposal.open, { refused: 'not-found' }),
    sees: ['This address does not exist.'],
    lacks: ['Approve'],
  },
  {
    at: '/proposals',
    when: 'none waits and none is decided',
    given: () => stub(proposal.list, proposalsOf()),
    sees: ['No proposal waits.', 'None has been decided yet.'],
    lacks: ['Act'],
  },
  {
    at: '/proposals',
    when: 'the server does not answer',
    given: () => stub(proposal.list, lost),
    sees: ['There is no connection to the server.'],
  },
  {
    at: '/proposals',
    when: 'the second person is switched off',
    given: () => stub(proposal.list, { ...proposalsOf(), twoPersonsOff: ['waive-penal'] }),
    sees: [
      'The second person is switched off for: Waive penal charges. Their proposer may approve them alone.',
    ],
  },
]
testStates(STATES, (path, role = 'finance') => open(path, role))

describe('a decision', () => {
  test.each(['approve', 'refuse'] as const)('to %s needs a reason', async how => {
    give(proposed)()
    const calls = stub(proposal[how], null)
    const act = how === 'approve' ? 'Approve' : 'Refuse'
    await open(at, 'finance')
    expect(await control(act)).toHaveProperty('disabled', true)
    await type('Reason', '  ')
    expect(await control(act)).toHaveProperty('disabled', true)
    await type('Reason', 'The bank shows the transfer.')
    await tap(act)
    expect(calls.inputs).toEqual([{ proposalId: 'p1', reason: 'The bank shows the transfer.' }])
  })

  test('that no longer fits says so, and keeps the reason', async () => {
    give(proposed)()
    stub(proposal.approve, { refused: 'outdated' })
    await open(at, 'finance')
    await type('Reason', 'The bank shows the transfer.')
    await tap('Approve')
    await says('This has changed in the meantime. Look at it again.')
    expect((await field('Reason')).value).toBe('The bank shows the transfer.')
  })
})

describe('the list', () => {
  test('lets the proposer withdraw, and not decide', async () => {
    const mine = { ...proposed, isMine: true, cannotDecide: 'second-person-needed' as const }
    stub(proposal.list, ({ view }) => (view === 'waiting' ? proposalsOf(mine) : proposalsOf()))
    const calls = stub(proposal.withdraw, null)
    await open('/proposals', 'operations')
    await says('Another person has to decide this: you proposed it, or it is about you.')
    expect(shown('Look at it and decide')).toEqual([])
    await tap('Withdraw')
    expect(calls.inputs).toEqual([{ proposalId: 'p1' }])
  })

  test('leads to the page of the decision, and has its filter in the address', async () => {
    const acts = ['settle-refund', 'stop-payout'] as const
    const calls = stub(proposal.list, ({ view }) => ({
      ...(view === 'waiting' ? proposalsOf(proposed) : proposalsOf()),
      acts: [...acts],
    }))
    await open('/proposals', 'finance')
    const decide = await control('Look at it and decide')
    expect(decide).toHaveProperty('pathname', '/console/proposals/p1')
    expect(shown('Approve')).toEqual([])
    await type('Act', 'stop-payout')
    await arrive('/console/proposals?act=stop-payout')
    expect(calls.inputs.at(-1)).toMatchObject({ act: 'stop-payout' })
  })

  test('adds the next page of what is decided', async () => {
    const refused = { ...proposed, outcome: 'refused', decidedBy: 'asha', decidedAt: NOW } as const
    stub(proposal.list, ({ view, after }) => {
      if (view === 'waiting') return proposalsOf()
      return after
        ? proposalsOf({ ...refused, proposalId: 'p2' })
        : { ...proposalsOf(refused), next: 'more' }
    })
    await open('/proposals', 'finance')
    await tap('Show more')
    await vi.waitFor(() => expect(shown(/^refused by asha/)).toHaveLength(2))
  })
})
