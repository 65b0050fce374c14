import { describe, expect, test } from 'vitest'
import { NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import type { Output } from '#contract/endpoint.ts'
import { staffContent } from '#contract/staff/content.ts'
import { proposal } from '#contract/staff/proposal.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'
import { inEachLanguage } from '#words/language.ts'

type Text = Output<typeof staffContent.open>

const text: Text = {
  item: 'answer.cost',
  today: TODAY,
  given: inEachLanguage(language => ({
    title: `When? (${language})`,
    body: `Within {openDays} days. (${language})`,
  })),
  placeholders: [{ name: 'openDays', values: { en: '3', hi: '३' } }],
  proposed: null,
  versions: [],
}
const giveText = (about: Partial<Text> = {}) => stub(staffContent.open, { ...text, ...about })
const notice: Text['versions'][number] = {
  version: 1,
  fromDay: on('2026-03-01'),
  untilDay: null,
  texts: inEachLanguage(() => ({ title: 'News', body: 'We move to another house.' })),
  href: null,
  isInEffect: true,
  proposedBy: 'asha',
  decidedBy: 'meena',
  madeAt: NOW,
  why: 'We move.',
}

const STATES: readonly State<Role>[] = [
  {
    at: '/content/answer.cost',
    when: 'the program’s wording holds',
    given: giveText,
    sees: [
      "No version of yours: the program's wording holds.",
      'Figures are named by these placeholders alone: {openDays} (3).',
      'The gate lets this wording pass.',
      'This is the wording of the newest version.',
      'Within 3 days. (en)',
      'Within ३ days. (hi)',
    ],
    lacks: ["Propose the program's wording again"],
  },
  {
    at: '/content/answer.cost',
    when: 'another wording is proposed',
    given: () =>
      giveText({
        proposed: {
          texts: text.given,
          href: null,
          fromDay: on('2026-03-09'),
          untilDay: null,
          proposedBy: 'asha',
          proposedAt: NOW,
          why: 'Too long.',
        },
      }),
    sees: [
      'asha proposed another wording from 9 Mar 2026: Too long.',
      'A proposal about this text waits: it has to be decided or withdrawn first.',
    ],
  },
  {
    at: '/content/answer.cost',
    when: 'the role proposes none',
    given: giveText,
    sees: [
      'Your role does not allow this: it needs the permission to propose texts that borrowers read.',
    ],
    lacks: ['Propose this wording'],
    by: 'viewer',
  },
  { at: '/content/nothing', when: 'there is no such text', sees: ['This page does not exist.'] },
  {
    at: '/content/messages',
    when: 'a text message is not registered, and another is',
    given: () =>
      stub(staffContent.released, [
        {
          id: 'code',
          channel: 'sms',
          texts: {
            en: { text: 'Your code.', template: null },
            hi: { text: 'आपका कोड।', template: '1107' },
          },
        },
      ]),
    sees: [
      'These texts are part of the program. They change with a release, not here.',
      'not registered',
      'registered as 1107',
      'आपका कोड।',
    ],
  },
  {
    at: '/content',
    when: 'one answer is the lender’s, and a question is free',
    given: () =>
      stub(staffContent.list, {
        today: TODAY,
        items: [
          {
            item: 'answer.cost',
            kind: 'answer',
            title: 'What does it cost?',
            version: 2,
            changesOn: null,
            isProposed: true,
          },
          {
            item: 'question.1',
            kind: 'question',
            title: '',
            version: null,
            changesOn: null,
            isProposed: false,
          },
        ],
      }),
    sees: ['your wording, version 2', 'a proposal waits', 'Add a question'],
    lacks: ['Question 1'],
  },
]
testStates(STATES, (at, role = 'product-manager') => open(at, role))

describe('the draft of a text', () => {
  const at = '/content/answer.cost'
  const BODY = 'Answer (English)'

  test.each([
    [
      'In 3 working days.',
      'English, text: “3 working days” is a figure written by hand; a placeholder names it',
    ],
    ['In {days} days.', 'English, text: “{days}” is no placeholder of this text'],
    ['', 'English, text: it is empty'],
    ['See www.saral.example.', /English, text: “www\.saral\.example.*looks like a link/],
    ['<b>Soon</b>', /English, text: “.*” looks like markup; a text is plain/],
  ])('is refused: %s', async (body, sentence) => {
    giveText()
    await open(at, 'product-manager')
    await type('Reason', 'Too long.')
    await type(BODY, body)
    await says(sentence)
    await says('It can be proposed when the gate lets it pass.')
    expect(await control('Propose this wording')).toHaveProperty('disabled', true)
  })

  test('is kept on this device until it is proposed or discarded', async () => {
    giveText()
    stub(proposal.list, proposalsOf())
    const calls = stub(proposal.changeContent, { proposalId: 'p1' })
    await open(at, 'product-manager')
    await type(BODY, 'Soon, within {openDays} days.')
    await open(at, 'product-manager')
    expect((await field(BODY)).value).toBe('Soon, within {openDays} days.')
    await says('Soon, within 3 days.')
    await tap('Discard the draft')
    expect((await field(BODY)).value).toBe('Within {openDays} days. (en)')
    await says('This is the wording of the newest version.')
    await type(BODY, 'Soon, within {openDays} days.')
    await type('Reason', 'Too long.')
    await tap('Propose this wording')
    await arrive('/console/proposals')
    expect(calls.inputs).toMatchObject([
      { item: 'answer.cost', texts: { en: { body: 'Soon, within {openDays} days.' } }, href: null },
    ])
    expect(localStorage.length).toBe(0)
  })

  test('of a notice has a last day and an address', async () => {
    giveText({ item: 'notice', given: {}, placeholders: [], versions: [notice] })
    await open('/content/notice', 'product-manager')
    await type('Reason', 'We move.')
    await says('The last day of a notice is its first day or a later one.')
    await type('Last day', '2026-03-08')
    expect(shown('The last day of a notice is its first day or a later one.')).toEqual([])
    await type('Address that it leads to (https, may be empty)', 'http://saral.example')
    await says('The address begins with https:// and names a site.')
    await type('Address that it leads to (https, may be empty)', 'https://saral.example/')
    expect(shown('The address begins with https:// and names a site.')).toEqual([])
    await type('From the day', '2026-03-08')
    expect(await control('Propose this wording')).toHaveProperty('disabled', false)
    await type('From the day', '2026-03-09')
    await says('The last day of a notice is its first day or a later one.')
    expect(await control('Propose this wording')).toHaveProperty('disabled', true)
  })

  test('is typed beside any other language, which the device keeps', async () => {
    giveText()
    await open(at, 'product-manager')
    await type('Language beside English', 'ta')
    await see('Answer (தமிழ்)')
    await open(at, 'product-manager')
    await see('Answer (தமிழ்)')
  })
})
