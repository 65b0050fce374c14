/** Tests the pages of staff, of one's account, of the audit log and of the days with many looks. */
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { inboxOf, NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import { givePasskey } from '#console/testing/passkey.ts'
import type { Output } from '#contract/endpoint.ts'
import { audit } from '#contract/staff/audit.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { staffLooks } from '#contract/staff/looks.ts'
import { people } from '#contract/staff/people.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { staffSession } from '#contract/staff/session.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on } from '#web/testing/answers.ts'
import { arrive, control, says, see, settle, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { deferred, stub } from '#web/testing/stub.ts'

const DAY = '00000000-0000-0000-0000-000000000001.2026-03-05'

type Person = Output<typeof people.list>['people'][number]
type Verification = Output<typeof audit.verify>
type Looks = Output<typeof staffLooks.open>

const ravi: Person = {
  staffId: 's1',
  mail: 'ravi@lender.example',
  roles: ['viewer'],
  hasPasskey: true,
  isSimulated: false,
  since: NOW,
  endedAt: null,
  state: 'works',
  proposedBy: null,
  mayMakeLink: false,
  cannotConfirm: null,
}
const giveStaff = (about: Partial<Person> = {}) =>
  stub(people.list, {
    people: [{ ...ravi, ...about }],
    roles: [{ role: 'viewer', permissions: ['session:own', 'proposals:read'] }],
  })
const session = {
  sessionId: 'x1',
  since: NOW,
  lastSeenAt: NOW,
  way: 'passkey' as const,
  isThis: true,
}
const key = { passkeyId: 'k1', addedAt: NOW, lastUsedAt: null }
const giveAccount = (keys = [key], sessions = [session]) => [
  stub(staffSession.sessions, { sessions }),
  stub(staffSession.passkeys, { passkeys: keys }),
]
const verified: Verification = {
  verificationId: 'w1',
  fromDay: on('2026-03-01'),
  toDay: TODAY,
  startedAt: NOW,
  startedBy: 'meena@lender.example',
  endedAt: NOW,
  entries: 12,
  faults: [],
}
const entry = {
  slot: 1,
  number: 1,
  at: NOW,
  who: 'asha@lender.example',
  act: 'report-exported',
  subject: 'portfolio/31-60/2026-03-05',
}
const giveLog = (last: Verification | null = null, next: string | null = null) => [
  stub(audit.acts, {
    today: TODAY,
    acts: ['report-exported', 'staff-looked'],
    people: [{ who: 'staff-1', name: 'asha@lender.example' }],
    last,
  }),
  stub(audit.list, ({ after }) => ({ entries: [entry], next: after ? null : next })),
]
const looks: Looks = {
  staffId: 's1',
  mail: 'ravi@lender.example',
  roles: ['operations'],
  day: TODAY,
  points: 120,
  limit: 100,
  opened: 100,
  revealed: 0,
  searched: 4,
  searchedVainly: 8,
  exported: 0,
  aboveAt: NOW,
  stoppedAt: null,
  isReviewed: false,
  searches: [],
}

const STATES: readonly State<Role>[] = [
  {
    at: '/staff',
    when: 'somebody has no passkey yet',
    given: () => giveStaff({ hasPasskey: false }),
    sees: ['ravi@lender.example', 'no passkey yet', 'Propose other roles', 'Propose to end access'],
  },
  {
    at: '/staff',
    when: 'somebody is gone',
    given: () => giveStaff({ state: 'ended', endedAt: NOW }),
    sees: ['ended 5 Mar 2026'],
    lacks: ['Propose other roles', 'no passkey yet'],
  },
  {
    at: '/staff',
    when: 'an account waits for its person, by a colleague or by the command',
    given: () => giveStaff({ state: 'to-open', proposedBy: 'asha@lender.example' }),
    sees: ['waits for its person; asha@lender.example has the link'],
    lacks: ['Make the link'],
  },
  {
    at: '/staff',
    when: 'an account of the command waits',
    given: () => giveStaff({ state: 'to-open' }),
    sees: ['waits for its person, who has a link from the command'],
  },
  ...(
    [
      [
        'second-person-needed',
        'Another person has to confirm this: you proposed it or approved it, or it is you.',
      ],
      [
        'account-too-new',
        "Your account and that of the proposer were made or renewed lately with each other's help: somebody else has to confirm this.",
      ],
    ] as const
  ).map(
    ([cannotConfirm, text]): State<Role> => ({
      at: '/staff',
      when: `its reader cannot confirm a person: ${cannotConfirm}`,
      given: () => giveStaff({ state: 'to-confirm', cannotConfirm }),
      sees: [
        'somebody has opened the account of ravi@lender.example; it works when it is confirmed',
        text,
      ],
      lacks: ['Confirm'],
    }),
  ),
  {
    at: '/staff',
    when: 'the role changes nobody',
    given: giveStaff,
    sees: [
      'Your role does not allow this: it needs the permission to propose changes of people and roles.',
    ],
    lacks: ['Propose other roles', 'Propose other permissions', 'Mail address'],
    by: 'compliance',
  },
  {
    at: '/account',
    when: 'there is one passkey',
    given: () => giveAccount(),
    sees: ['this one', 'Your only passkey. Add another one before you remove it.'],
    lacks: ['Remove', 'End'],
  },
  {
    at: '/audit',
    when: 'nobody has verified the log',
    given: () => giveLog(),
    sees: ['The log has not been verified yet.', 'report exported', 'portfolio/31-60/2026-03-05'],
  },
  {
    at: '/audit',
    when: 'a verification found faults',
    given: () => giveLog({ ...verified, faults: ['chain 3: entry 7 is missing'] }),
    sees: [
      '1 fault',
      'chain 3: entry 7 is missing',
      '12 entries from 1 Mar 2026 to 5 Mar 2026, verified by meena@lender.example, 5 Mar 2026, 10:00 am',
    ],
    lacks: ['Intact'],
  },
  {
    at: '/audit?act=staff-looked',
    when: 'no entry matches',
    given: () => [giveLog(), stub(audit.list, { entries: [], next: null })],
    sees: ['No entry matches.'],
  },
  {
    at: `/looks/${DAY}`,
    when: 'somebody opened more than their role may',
    given: () => stub(staffLooks.open, looks),
    sees: [
      'On 5 Mar 2026 this person opened 120 points of borrowers’ data. The limit of the role is 100.',
      'There was none.',
    ],
    lacks: ['Stopped at'],
    by: 'compliance',
  },
  {
    at: `/looks/${DAY}`,
    when: 'nothing more was shown, and somebody looked into it',
    given: () => stub(staffLooks.open, { ...looks, points: 200, stoppedAt: NOW, isReviewed: true }),
    sees: [
      'On 5 Mar 2026 this person opened 200 points of borrowers’ data, twice the limit of 100. Nothing more was shown until the next day.',
      'This day was looked into.',
    ],
    lacks: ['End the item'],
    by: 'compliance',
  },
  {
    at: `/looks/${DAY}`,
    when: 'it is another role’s',
    sees: [
      'Your role does not allow this: it needs the permission to look into what colleagues opened and searched.',
    ],
  },
]
testStates(STATES, (at, role = 'administrator') => open(at, role))

describe('a proposal about people', () => {
  const folded = (title: string) =>
    within(screen.getByText(title, { selector: 'summary' }).parentElement as HTMLElement)
  const reason = (of: ReturnType<typeof folded>, value: string) =>
    settle(() => fireEvent.change(of.getByLabelText('Reason'), { target: { value } }))
  const submit = (of: ReturnType<typeof folded>) => of.getByRole('button', { name: 'Propose' })
  const waits = () => stub(proposal.list, proposalsOf())

  test('invites by mail address, role and reason', async () => {
    stub(people.list, { people: [], roles: [] })
    waits()
    const calls = stub(proposal.inviteStaff, { proposalId: 'p1' })
    await open('/staff', 'administrator')
    await type('Mail address', 'Ravi@lender.example')
    await type('Reason', 'He begins on Monday.')
    expect(await control('Propose'), 'no role').toHaveProperty('disabled', true)
    await type('Role', 'viewer')
    await says(
      'When it is approved, you make the link here and send it. Somebody else confirms the person.',
    )
    await tap('Propose')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      { mail: 'ravi@lender.example', roles: ['viewer'], why: 'He begins on Monday.' },
    ])
  })

  test('changes the roles of a person, of whom one stays', async () => {
    giveStaff()
    waits()
    const calls = stub(proposal.changeStaff, { proposalId: 'p1' })
    await open('/staff', 'administrator')
    await see('ravi@lender.example')
    const form = folded('Propose other roles')
    await reason(form, 'She works off arrears, too.')
    expect(submit(form), 'nothing is changed').toHaveProperty('disabled', true)
    form.getByText('Nothing is changed yet.')
    await settle(() => fireEvent.click(form.getByLabelText('Viewer')))
    expect(submit(form), 'no role is left').toHaveProperty('disabled', true)
    await settle(() => fireEvent.click(form.getByLabelText('Collections')))
    await settle(() => fireEvent.click(submit(form)))
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      { staffId: 's1', roles: ['collections'], why: 'She works off arrears, too.' },
    ])
  })

  test('changes the permissions of a role, but not the own session', async () => {
    giveStaff()
    waits()
    const calls = stub(proposal.changeRole, { proposalId: 'p1' })
    await open('/staff', 'administrator')
    await see('ravi@lender.example')
    const form = folded('Propose other permissions')
    expect(form.queryByLabelText('see and end the own sessions')).toBeNull()
    await reason(form, 'Viewers are auditors here.')
    for (const each of ['see people and roles', 'see proposals'])
      await settle(() => fireEvent.click(form.getByLabelText(each)))
    await settle(() => fireEvent.click(submit(form)))
    await arrive('/console/proposals')
    const why = 'Viewers are auditors here.'
    expect(calls.inputs).toEqual([{ role: 'viewer', permissions: ['staff:read'], why }])
  })

  test.each([
    ['Propose to renew (lost passkey or app)', 'renewStaff', { staffId: 's1' }],
    ['Propose to end access', 'changeStaff', { staffId: 's1', roles: [] }],
  ] as const)('%s needs a reason', async (title, name, input) => {
    giveStaff()
    waits()
    const calls = stub(proposal[name], { proposalId: 'p1' })
    await open('/staff', 'administrator')
    await see('ravi@lender.example')
    const form = folded(title)
    expect(submit(form)).toHaveProperty('disabled', true)
    await reason(form, 'The phone was lost.')
    await settle(() => fireEvent.click(submit(form)))
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([{ ...input, why: 'The phone was lost.' }])
  })
})

test('the proposer of an account makes its link, once it is approved', async () => {
  giveStaff({ state: 'to-open', mayMakeLink: true })
  const calls = stub(people.link, { link: 'https://lender.example/console/invitation#secret' })
  await open('/staff', 'administrator')
  await tap('Make the link')
  await says(
    'Send this link to ravi@lender.example and to nobody else. It opens once, within 24 hours:',
  )
  await says('https://lender.example/console/invitation#secret')
  expect(calls.inputs).toEqual([{ staffId: 's1' }])
})

test('a colleague confirms the person by the six digits of their page', async () => {
  giveStaff({ state: 'to-confirm' })
  const calls = stub(people.confirm, { refused: 'confirmation-wrong' })
  await open('/staff', 'compliance')
  await type('Code of their page', '48291')
  expect(await control('Confirm')).toHaveProperty('disabled', true)
  await type('Code of their page', '482913')
  await tap('Confirm')
  expect(calls.inputs).toEqual([{ staffId: 's1', code: '482913' }])
  await says(
    'This is not the code that the page of that person shows. Ask them to read it to you again.',
  )
})

describe('the own account', () => {
  test('ends one session, whose button alone spins', async () => {
    const other = { ...session, isThis: false }
    giveAccount([key], [session, { ...other, sessionId: 'x2' }, { ...other, sessionId: 'x3' }])
    const answer = deferred<null>()
    const ended = stub(staffSession.endSession, () => answer.answer)
    await open('/account')
    await tap(/^End the session of/)
    const [first, second] = screen.getAllByRole('button', { name: /^End the session of/ })
    expect(first?.getAttribute('aria-busy')).toBe('true')
    expect(second?.getAttribute('aria-busy')).toBeNull()
    await settle(() => answer.give(null))
    expect(ended.inputs).toEqual([{ sessionId: 'x2' }])
  })

  test('adds a passkey, and removes one of two', async () => {
    givePasskey()
    giveAccount([key, { ...key, passkeyId: 'k2' }])
    stub(staffSession.addOptions, {
      staffId: 's1',
      mail: 'ravi@lender.example',
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'lender.example',
      rpName: 'Saral',
    })
    const added = stub(staffSession.addPasskey, null)
    const removed = stub(staffSession.removePasskey, null)
    await open('/account')
    await tap('Add a passkey')
    expect(added.inputs).toMatchObject([{ passkey: { id: 'passkey-1' } }])
    await tap(/^Remove the passkey added/)
    expect(removed.inputs).toEqual([{ passkeyId: 'k1' }])
    expect(shown('Your only passkey. Add another one before you remove it.')).toEqual([])
  })

  test('of the sandbox has no passkey', async () => {
    giveAccount()
    await open('/account', 'viewer', { isSimulated: true })
    await says('The sandbox signs you in: there is no passkey.')
    expect(shown('Add a passkey')).toEqual([])
  })
})

describe('the log of acts', () => {
  test('is searched by the address, a page at a time', async () => {
    giveLog(null, 'more')
    await open('/audit', 'compliance')
    await see('report exported', 'td')
    expect(cells('Entries')).toEqual([
      ['5 Mar 2026, 10:00 am', 'asha@lender.example', 'report exported', entry.subject],
    ])
    const calls = stub(audit.list, { entries: [entry], next: 'more' })
    await type('Person', 'staff-1')
    await type('Act', 'staff-looked')
    await type('Day', '2026-03-04')
    await type('Subject', ' o1 ')
    await tap('Show')
    await arrive('/console/audit?who=staff-1&act=staff-looked&day=2026-03-04&subject=o1')
    await tap('Next page')
    const filter = { who: 'staff-1', act: 'staff-looked', day: '2026-03-04', subject: 'o1' }
    expect(calls.inputs.slice(-2)).toEqual([filter, { ...filter, after: 'more' }])
    await tap('First page')
    await tap('Clear')
    await arrive('/console/audit')
    expect(calls.inputs.at(-1)).toEqual({})
  })

  test('is verified piece by piece, and an interrupted one goes on', async () => {
    giveLog({ ...verified, endedAt: null })
    const more = stub(audit.verifyMore, () => {
      giveLog(verified)
      return verified
    })
    await open('/audit', 'compliance')
    await says('This verification was interrupted.')
    await tap('Go on')
    await says('Intact')
    expect(more.inputs).toEqual([{ verificationId: 'w1' }])
    const begun = stub(audit.verify, { ...verified, endedAt: null })
    await type('From the day', '2026-03-02')
    await tap('Verify')
    expect(begun.inputs).toEqual([{ fromDay: '2026-03-02', toDay: '2026-03-05' }])
    expect(more.inputs).toHaveLength(2)
  })
})

test('a day of many looks ends with what was found', async () => {
  stub(staffLooks.open, {
    ...looks,
    searches: [{ at: NOW, ways: ['phone', 'name'], ending: '3210', found: 0, why: 'money' }],
  })
  stub(inbox.list, inboxOf())
  const calls = stub(staffLooks.review, null)
  await open(`/looks/${DAY}`, 'compliance')
  await see('Searches of the day')
  expect(cells('Searches of the day')).toEqual([
    [
      '5 Mar 2026, 10:00 am',
      'mobile number, whole name',
      '…3210',
      '0',
      'A payment, payout or refund',
    ],
  ])
  expect(await control('End the item')).toHaveProperty('disabled', true)
  await type('What you found', 'He was asked by the auditor.')
  await tap('End the item')
  await arrive('/console/')
  expect(calls.inputs).toEqual([{ id: DAY, text: 'He was asked by the auditor.' }])
})
