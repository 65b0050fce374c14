import { describe, expect, test, vi } from 'vitest'
import { NOW } from '#console/testing/answers.ts'
import { open, openCase } from '#console/testing/open.tsx'
import type { Output } from '#contract/endpoint.ts'
import { complaint } from '#contract/staff/complaint.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'

type Case = Output<typeof complaint.open>
type Standing = NonNullable<Case['complaint']>
type ComplaintRow = Output<typeof complaint.list>['items'][number]

const at = '/complaint/f1'
const CURSOR = '2026-03-05T04:30:00.000Z~00000000-0000-0000-0000-000000000001'
const OFFICER =
  'The grievance officer closes this one: it is theirs, or the outcome is not “resolved”.'

/** Received on 5 March: the thirtieth day is 4 April (decision 64). */
const standing: Standing = {
  category: 'charges',
  rootCause: 'no-fault-found',
  receivedAt: NOW,
  answerBy: on('2026-04-04'),
  stage: 'new',
  isEscalated: false,
  closedAt: null,
  outcome: null,
  ombudsmanUntil: null,
  history: [],
}
const feedback: Case = {
  feedbackId: 'f1',
  topic: 'Charges',
  content: 'I was charged twice.',
  images: [],
  createdAt: NOW,
  maskedPhone: '••••••3210',
  answer: null,
  answeredAt: null,
  complaint: null,
}
const give = (about: Partial<Case> = {}) => stub(complaint.open, { ...feedback, ...about })
const giveCase = (about: Partial<Standing> = {}) => give({ complaint: { ...standing, ...about } })
const listed = (about: Partial<Standing> | null = {}): ComplaintRow => ({
  feedbackId: 'f1',
  topic: 'Conduct',
  since: NOW,
  complaint: about && { ...standing, ...about },
})
const giveList = (...items: ComplaintRow[]) => stub(complaint.list, { items, next: null })

const CASES: readonly State<Role>[] = [
  {
    at,
    when: 'it is a feedback',
    given: give,
    sees: ['I was charged twice.', '••••••3210', 'Send the reply', 'Make it a complaint'],
    lacks: ['Close with this answer', 'History'],
  },
  {
    at,
    when: 'the feedback is answered',
    given: () => give({ answer: 'Both charges were agreed.', answeredAt: NOW }),
    sees: ['Answered 5 Mar 2026, 10:00 am', 'Both charges were agreed.', 'Make it a complaint'],
    lacks: ['Send the reply'],
  },
  ...(
    [
      ['new', 'new'],
      ['reminded-1', '10 days passed'],
      ['reminded-2', '20 days passed'],
      ['reminded-3', 'last days'],
      ['late', 'late'],
    ] as const
  ).map(
    ([stage, text]): State<Role> => ({
      at,
      when: `its clock says ${stage}`,
      given: () => giveCase({ stage }),
      sees: [text, 'answer by 4 Apr 2026'],
      lacks: ["grievance officer's"],
    }),
  ),
  {
    at,
    when: 'it has a history',
    given: () =>
      giveCase({
        isEscalated: true,
        history: [
          { what: 'raised', at: NOW, by: null, notes: ['charges', 'delay'], text: null },
          { what: 'escalated', at: NOW, by: 'ravi@lender.example', notes: [], text: 'charges' },
          { what: 'reply', at: NOW, by: 'ravi@lender.example', notes: [], text: 'We look.' },
        ],
      }),
    sees: [
      "grievance officer's",
      '5 Mar 2026, 10:00 am · borrower or desk · became a complaint · Charges, Delay',
      '5 Mar 2026, 10:00 am · ravi@lender.example · given to the grievance officer',
      'charges',
      'We look.',
    ],
    lacks: ['Give it to the grievance officer'],
  },
  {
    at,
    when: 'it is closed',
    given: () => giveCase({ closedAt: NOW, outcome: 'partly' }),
    sees: ['closed 5 Mar 2026, 10:00 am: accepted in part'],
    lacks: ['Send the reply', 'Close with this answer', 'Save category and cause'],
  },
  {
    at,
    when: 'its root cause is not known',
    given: () => giveCase({ rootCause: null }),
    sees: ['Save a root cause before you close it.'],
  },
  {
    at,
    when: 'it is escalated, and the role is not the grievance officer’s',
    given: () => giveCase({ isEscalated: true }),
    sees: [OFFICER],
    by: 'operations',
  },
  {
    at,
    when: 'the role may read it alone',
    given: giveCase,
    sees: [
      'Your role does not allow this: it needs the permission to work on complaints and feedback.',
    ],
    lacks: ['Send the reply', 'Close with this answer', 'Give it to the grievance officer'],
    by: 'compliance',
  },
]
testStates(CASES, (path, role = 'grievance-officer') => openCase(path, role, 'complaint'))

const LIST: readonly State<Role>[] = [
  { at: '/complaints', when: 'there is none', given: () => giveList(), sees: ['None.'] },
  {
    at: '/complaints',
    when: 'the server does not answer',
    given: () => stub(complaint.list, lost),
    sees: ['There is no connection to the server.', 'Try again'],
  },
  {
    at: '/complaints',
    when: 'one is late',
    given: () => giveList(listed({ stage: 'late', isEscalated: true })),
    sees: ['late', "grievance officer's", 'received 5 Mar 2026, 10:00 am', 'answer by 4 Apr 2026'],
  },
  {
    at: '/complaints?view=closed',
    when: 'one is closed',
    given: () => giveList(listed({ closedAt: NOW, outcome: 'rejected' })),
    sees: ['closed 5 Mar 2026, 10:00 am: not accepted'],
    lacks: ['new', 'answer by 4 Apr 2026'],
  },
  {
    at: '/complaints?view=feedback',
    when: 'feedback waits',
    given: () => giveList(listed(null)),
    sees: ['Conduct', 'received 5 Mar 2026, 10:00 am'],
    lacks: ['Category'],
  },
]
testStates(LIST, (path, role = 'operations') => open(path, role))

test('the list has its filters and its page in the address', async () => {
  const calls = stub(complaint.list, { items: [listed()], next: CURSOR })
  await open('/complaints', 'operations')
  await tap('Next page')
  expect(calls.inputs.at(-1)).toEqual({ view: 'open', after: CURSOR })
  await type('Category', 'charges')
  await arrive('/console/complaints?category=charges')
  expect(calls.inputs.at(-1), 'from the first page').toEqual({ view: 'open', category: 'charges' })
  await type('Show', 'closed')
  expect(calls.inputs.at(-1)).toEqual({ view: 'closed', category: 'charges' })
  expect(await control('Open')).toHaveProperty('pathname', '/console/complaint/f1')
})

describe('work on a case', () => {
  test('replies once to feedback, shown before as the borrower will read it', async () => {
    give()
    const calls = stub(complaint.reply, null)
    await openCase(at, 'operations')
    expect(await control('Send the reply')).toHaveProperty('disabled', true)
    await type('Reply to the borrower', ' Both charges were agreed. ')
    const preview = document.querySelectorAll(
      'section[aria-label="As the borrower will read it"] p',
    )
    expect([...preview].map(each => each.textContent)).toContain('Both charges were agreed.')
    await tap('Send the reply')
    expect(calls.inputs).toEqual([{ feedbackId: 'f1', text: 'Both charges were agreed.' }])
  })

  test('makes feedback a complaint of a category', async () => {
    const read = give()
    const raised = stub(complaint.raise, null)
    await openCase(at, 'operations', 'complaint')
    expect(await control('Make it a complaint')).toHaveProperty('disabled', true)
    await type('Category', 'conduct')
    await tap('Make it a complaint')
    expect(raised.inputs).toEqual([{ feedbackId: 'f1', category: 'conduct' }])
    expect(read.inputs.at(-1), 'the same look').toMatchObject({ why: 'complaint', again: true })
  })

  test('saves a category and a root cause', async () => {
    giveCase({ rootCause: null })
    const sorted = stub(complaint.sort, null)
    await openCase(at, 'operations')
    await type('Category', 'payout')
    await type('Root cause', 'delay')
    await tap('Save category and cause')
    expect(sorted.inputs).toEqual([{ feedbackId: 'f1', category: 'payout', rootCause: 'delay' }])
  })

  test('gives it to the grievance officer with a reason', async () => {
    giveCase()
    const calls = stub(complaint.escalate, null)
    await openCase(at, 'operations')
    expect(await control('Give it to the grievance officer')).toHaveProperty('disabled', true)
    await type('Reason for the grievance officer', 'It is about a collector.')
    await tap('Give it to the grievance officer')
    expect(calls.inputs).toEqual([{ feedbackId: 'f1', why: 'It is about a collector.' }])
  })

  test('closes it as resolved without the grievance officer, with an answer', async () => {
    giveCase()
    const closed = stub(complaint.close, null)
    await openCase(at, 'operations')
    expect(await control('Close with this answer')).toHaveProperty('disabled', true)
    await type('Reply to the borrower', 'One charge is paid back.')
    await tap('Close with this answer')
    const text = 'One charge is paid back.'
    expect(closed.inputs).toEqual([{ feedbackId: 'f1', outcome: 'resolved', text }])
  })

  test.each(['partly', 'rejected'] as const)(
    'leaves the outcome %s to the grievance officer, and shows the Ombudsman then',
    async outcome => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOW })
      for (const role of ['operations', 'grievance-officer'] as const) {
        giveCase()
        await openCase(at, role)
        await type('Reply to the borrower', 'The charge was agreed.')
        expect(shown(/crpc@rbi\.org\.in/), 'not for a resolved one').toEqual([])
        await type('Outcome', outcome)
        // Ninety days after the answer (regulation 4.6), in both languages.
        await see(/crpc@rbi\.org\.in/)
        await see(/3 Jun 2026/)
        await see(/3 जून 2026/)
        expect(shown(OFFICER)).toHaveLength(role === 'operations' ? 1 : 0)
        const close = await control('Close with this answer')
        expect(close).toHaveProperty('disabled', role === 'operations')
      }
    },
  )

  test('says what has changed meanwhile, and keeps the reply', async () => {
    giveCase()
    stub(complaint.reply, { refused: 'outdated' })
    await openCase(at, 'operations')
    await type('Reply to the borrower', 'We look into it.')
    await tap('Send the reply')
    await says('This has changed in the meantime. Look at it again.')
    expect((await field('Reply to the borrower')).value).toBe('We look into it.')
  })
})
