import { describe, expect, test } from 'vitest'
import { inboxOf, NOW, proposalsOf } from '#console/testing/answers.ts'
import { open, openCase } from '#console/testing/open.tsx'
import type { Output } from '#contract/endpoint.ts'
import { application } from '#contract/staff/application.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on, rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, turn, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { deferred, stub } from '#web/testing/stub.ts'

type ApplicationPage = Output<typeof application.open>
const at = '/application/o1'

/** An instalment of ₹5,040 on ₹12,000, with ₹1,000 of other obligations: 50 percent. */
const referred: ApplicationPage = {
  borrowerId: 'b1',
  orderId: 'o1',
  orderNo: 'SR 2603 0500 AB12 CD34',
  productName: 'Saral Weekly',
  appliedAt: NOW,
  principal: rs(5_000),
  reasons: [{ reason: 'instalment-needs-a-look', msg: 'The instalment is a large part.' }],
  facts: {
    ageYears: 31,
    namesAgree: 'close',
    faceCheck: 'passed',
    cardsCheck: 'needs-a-look',
    cardsReview: null,
    worstOverdueDays: 3,
    otherRunningOrders: 0,
    monthlyIncome: rs(12_000),
    monthlyObligations: rs(1_000),
    monthlyInstalment: rs(5_040),
    affordablePercent: 40,
    outOfReachPercent: 60,
  },
  rules: [
    { reason: 'instalment-needs-a-look', outcome: 'refer', fires: true },
    { reason: 'no-income', outcome: 'deny', fires: false },
    { reason: 'was-overdue', outcome: 'refer', fires: false },
  ],
  history: [],
  questions: [],
  mayAsk: true,
  secondPerson: null,
  proposedUntil: null,
  maskedName: 'A•••• K••••',
  maskedPhone: '••••••3210',
}
const facts = (about: Partial<ApplicationPage['facts']>) => ({
  facts: { ...referred.facts, ...about },
})
const stubPage = (about: Partial<ApplicationPage> = {}) =>
  stub(application.open, { ...referred, ...about })
const waiting = () => [stub(inbox.list, inboxOf()), stub(proposal.list, proposalsOf())]

const STATES: readonly State<Role>[] = [
  {
    at,
    when: 'the rules referred it',
    given: stubPage,
    sees: [
      'The instalment is a large part.',
      /^Instalment is a large part of the income $/,
      'refers',
      '2 other rules do not fire',
      'nearly the same',
      'needs a look',
      'No other order.',
      'A•••• K••••',
      '••••••3210',
    ],
    lacks: ['Questions to the borrower'],
  },
  {
    at,
    when: 'no rule fires any more, and no income is stated',
    given: () => stubPage({ rules: [], ...facts({ monthlyIncome: rs(0) }) }),
    sees: ['No rule fires any more.', 'No income is stated.'],
  },
  {
    at,
    when: 'its figures are drawn, the sentence says them',
    given: stubPage,
    sees: [
      '₹1,000.00 of other obligations and ₹5,040.00 for this loan are 50% of the stated income of ₹12,000.00 a month. Above 40% the rules refer, above 60% they deny.',
    ],
  },
  {
    at,
    when: 'a colleague reviewed the cards',
    given: () =>
      stubPage(facts({ cardsReview: { outcome: 'passed', by: 'meena@lender.example', at: NOW } })),
    sees: ['needs a look: passed by meena@lender.example on 5 Mar 2026, 10:00 am'],
  },
  {
    at,
    when: 'an earlier order was late, and a question was answered',
    given: () =>
      stubPage({
        history: [
          {
            orderNo: 'SR 2601 0500 AB12 CD34',
            productName: 'Saral Weekly',
            principal: rs(3_000),
            state: 'settled',
            appliedAt: NOW,
            worstOverdueDays: 3,
          },
        ],
        questions: [
          {
            number: 1,
            kind: 'income',
            words: 'In which months do you sew?',
            askedAt: NOW,
            answerBy: on('2026-03-12'),
            standing: 'answered',
            answer: 'From October to March.',
            answeredAt: NOW,
          },
          {
            number: 2,
            kind: null,
            words: 'Where?',
            askedAt: NOW,
            answerBy: on('2026-03-12'),
            standing: 'open',
            answer: null,
            answeredAt: null,
          },
        ],
        mayAsk: false,
      }),
    sees: [
      'most days past due 3',
      'How the income is earned',
      'From October to March.',
      'answered 5 Mar 2026, 10:00 am',
      'waits for the borrower until the end of 12 Mar 2026',
    ],
    lacks: ['Ask for more'],
  },
  {
    at,
    when: 'its approval waits for a second person',
    given: () => stubPage({ proposedUntil: new Date('2026-03-12T04:30:00Z') }),
    sees: [
      /^Its approval is proposed and waits for a second person, until 12 Mar 2026, 10:00 am\./,
      'See the proposals',
    ],
    lacks: ['Approve', 'Propose the approval'],
  },
  {
    at,
    when: 'the role may read it alone',
    given: stubPage,
    sees: ['Your role does not allow this: it needs the permission to decide applications.'],
    lacks: ['Approve', 'Show what the borrower will read', 'Ask for more'],
    by: 'kyc-officer',
  },
  {
    at,
    when: 'the limit of looks is reached',
    given: () => stub(application.open, { refused: 'look-limit-reached' }),
    sees: [
      'You have opened as much of borrowers today as your role may. Go on tomorrow, or ask compliance for a higher limit.',
    ],
  },
]
testStates(STATES, (path, role = 'credit-officer') => openCase(path, role, 'decision'))

test('the drawing has both marks on the length of the income', async () => {
  stubPage()
  await openCase(at, 'credit-officer')
  await see('Affordability')
  const marks = [...document.querySelectorAll('line.mark')].map(each => each.getAttribute('x1'))
  expect(marks, '40 and 60 percent of 600').toEqual(['240', '360'])
  const widths = ['obligations', 'instalment', 'income'].map(part =>
    document.querySelector(`rect.${part}`)?.getAttribute('width'),
  )
  expect(widths).toEqual(['50', '252', '600'])
})

test('a masked value is revealed with the reason of the look', async () => {
  stubPage()
  const revealed = stub(application.reveal, { value: 'Asha Kumar' })
  await openCase(at, 'credit-officer', 'decision')
  await tap('Show Name')
  await says('Asha Kumar')
  expect(revealed.inputs).toEqual([{ orderId: 'o1', part: 'name', why: 'decision' }])
  expect(shown('Show Mobile number')).toHaveLength(1)
  expect(shown('Show Name')).toEqual([])
})

describe('an approval', () => {
  test('by one person leads back to the inbox', async () => {
    stubPage()
    waiting()
    const calls = stub(application.approve, null)
    await openCase(at, 'credit-officer')
    await tap('Approve')
    await arrive('/console/')
    expect(calls.inputs).toEqual([{ orderId: 'o1' }])
  })

  test.each([
    [
      'amount',
      'The amount needs two persons: you propose the approval, and a second person decides.',
    ],
    [
      'against-rules',
      'A rule denies this application today: you propose the approval against it, and a second person decides.',
    ],
  ] as const)('is proposed with a reason where the %s asks for two', async (secondPerson, text) => {
    stubPage({ secondPerson })
    waiting()
    const calls = stub(proposal.approveApplication, { proposalId: 'p1' })
    await openCase(at, 'credit-officer')
    await says(text)
    expect(shown('Approve')).toEqual([])
    expect(await control('Propose the approval')).toHaveProperty('disabled', true)
    await type('Reason', ' ')
    expect(await control('Propose the approval')).toHaveProperty('disabled', true)
    await type('Reason', 'The employer confirmed it.')
    await tap('Propose the approval')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([{ orderId: 'o1', why: 'The employer confirmed it.' }])
  })

  test('that is running disables the other acts, and spins alone', async () => {
    stubPage()
    waiting()
    const answer = deferred<null>()
    stub(application.approve, () => answer.answer)
    await openCase(at, 'credit-officer')
    await turn('Instalment too high')
    await tap('Approve')
    expect((await control(/^Approve/)).getAttribute('aria-busy')).toBe('true')
    const preview = await control('Show what the borrower will read')
    expect(preview).toHaveProperty('disabled', true)
    expect(preview.getAttribute('aria-busy')).toBeNull()
    answer.give(null)
    await arrive('/console/')
  })
})

const sentences = { en: ['The instalment is high.'], hi: ['किस्त ज़्यादा है।'] }

describe('a denial', () => {
  test('is shown in both languages before it can be sent, and a change hides it', async () => {
    stubPage()
    waiting()
    const previewed = stub(application.preview, sentences)
    const calls = stub(application.deny, null)
    await openCase(at, 'credit-officer')
    expect(await control('Show what the borrower will read')).toHaveProperty('disabled', true)
    await turn('Instalment too high')
    await tap('Show what the borrower will read')
    await says('The instalment is high.')
    await says('किस्त ज़्यादा है।')
    await type(/^Own words/, 'Please call us.')
    expect(shown('Deny and send')).toEqual([])
    await tap('Show what the borrower will read')
    await tap('Deny and send')
    await arrive('/console/')
    const whole = { orderId: 'o1', reasons: ['instalment-too-high'], text: 'Please call us.' }
    expect(previewed.inputs).toEqual([{ ...whole, text: null }, whole])
    expect(calls.inputs).toEqual([whole])
  })

  test('offers the reasons that are a judgement, and no rule that states a fact', async () => {
    stubPage()
    await openCase(at, 'credit-officer')
    await see('Reasons')
    const offered = [...document.querySelectorAll('fieldset label')].map(each => each.textContent)
    expect(offered).toContain('Instalment too high')
    for (const fact of ['Under age', 'No income', 'Another order is in progress'])
      expect(offered).not.toContain(fact)
  })
})

test('a question is shown before it can be sent, and its kind or own words are enough', async () => {
  stubPage()
  waiting()
  const previewed = stub(application.questionPreview, sentences)
  const calls = stub(application.ask, null)
  await openCase(at, 'credit-officer')
  await says(
    'The borrower has seven days. You may decide before that. Without an answer, nothing is denied automatically.',
  )
  expect(await control('Show the question')).toHaveProperty('disabled', true)
  await type('Question', 'income')
  await tap('Show the question')
  await says('The instalment is high.')
  await type(/^Question in own words/, ' When? ')
  expect(shown('Ask the borrower')).toEqual([])
  await tap('Show the question')
  await tap('Ask the borrower')
  await arrive('/console/')
  expect(previewed.inputs[0]).toEqual({ kind: 'income', words: null })
  expect(calls.inputs).toEqual([{ orderId: 'o1', kind: 'income', words: 'When?' }])
})

test('the last chosen reason is preset on the next page of the case', async () => {
  stubPage()
  await openCase(at, 'credit-officer', 'money')
  await see('Affordability')
  await open(at, 'credit-officer')
  expect((await field('Why do you open it?')).value).toBe('money')
})
