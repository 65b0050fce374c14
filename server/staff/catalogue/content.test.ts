import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { inEachLanguage, type Language } from '#words/language.ts'

let manager: Browser
let compliance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  manager = await staffBrowser(world.server, 'product-manager')
  compliance = await staffBrowser(world.server, 'compliance')
})

const proposals = (by = manager) => by.calls(staffContract.proposal)
const content = () => manager.calls(staffContract.staffContent)
const today = () => indiaDayOf(world.services.clock.now())
const tomorrow = () => addDays(today(), 1)

/** The page that a visitor reads in a language. */
function visitor(language: Language = 'en') {
  const browser = world.server.browser()
  browser.headers['x-language'] = language
  return browser.calls(contract.content)
}

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

/** The same text in every language, with the language's name. */
const wording = (body: string, title = '') =>
  inEachLanguage(language => ({ title: title && `${title} (${language})`, body }))

function change(item: string, texts: ReturnType<typeof wording> | null, fromDay: Day = tomorrow()) {
  const why = 'Borrowers asked for it.'
  return { item, texts, href: null as string | null, untilDay: null as Day | null, fromDay, why }
}

/** Proposes a change, approves it as another person, and advances to its first day. */
async function publish(wish: ReturnType<typeof change>): Promise<void> {
  const { proposalId } = await data(proposals().changeContent(wish))
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
  world.server.clock.advance({ days: 1 })
}

const answerOf = async (title: string, language: Language = 'en') =>
  (await data(visitor(language).faq({}))).find(each => each.title === title)?.content

const PAYOUT = 'When does the money come?'

test('two persons change an answer from its day on, with the figures of the lender', async () => {
  const texts = {
    ...wording('Within {openDays} days.'),
    hi: { title: '', body: ' {openDays} दिन\n में ' },
  }
  const wish = change('answer.payout', texts)
  const { proposalId } = await data(proposals().changeContent(wish))
  expect(await proposals().approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'not-permitted',
  })
  const listed = await data(proposals(compliance).list({ view: 'waiting' }))
  expect(listed.proposals[0]).toMatchObject({
    effect: {
      act: 'change-content',
      content: { item: 'answer.payout', title: PAYOUT, fromDay: tomorrow() },
    },
  })
  const effect = listed.proposals[0]?.effect
  const values = effect?.act === 'change-content' ? effect.values : []
  expect(values.find(({ language }) => language === 'en')).toMatchObject({
    name: 'body',
    before: expect.stringMatching(/^Most .* for at least \{openDays\} working days/),
  })
  expect(values.find(({ language }) => language === 'hi')?.after).toBe('{openDays} दिन में')
  expect((await data(content().open({ item: 'answer.payout' }))).proposed).toMatchObject({
    why: 'Borrowers asked for it.',
    proposedBy: 'product-manager@sandbox.example',
  })
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))

  const listedItem = (await data(content().list({}))).items.find(each => each.title === PAYOUT)
  expect(listedItem).toMatchObject({ version: null, changesOn: tomorrow(), isProposed: false })
  expect(await answerOf(PAYOUT)).toContain('Most applications are decided within minutes')
  world.server.clock.advance({ days: 1 })
  expect(await answerOf(PAYOUT)).toBe('Within 3 days.')
  expect(JSON.stringify(await data(visitor('hi').faq({})))).toContain('"3 दिन में"')
  const { versions, given } = await data(content().open({ item: 'answer.payout' }))
  expect(given.en?.body).toContain('for at least {openDays} working days')
  expect(versions).toMatchObject([
    {
      version: 1,
      isInEffect: true,
      proposedBy: 'product-manager@sandbox.example',
      decidedBy: 'compliance@sandbox.example',
      why: 'Borrowers asked for it.',
    },
  ])

  // Without a text of the lender, the answer is the program's again. Both versions stay.
  await publish(change('answer.payout', null))
  expect(await answerOf(PAYOUT)).toContain('Most applications are decided within minutes')
  expect((await data(content().open({ item: 'answer.payout' }))).versions).toMatchObject([
    { version: 2, texts: null },
    { version: 1, isInEffect: false },
  ])
})

test('nobody approves their own wording, whatever their permissions', async () => {
  const administrator = await staffBrowser(world.server, 'administrator')
  await world.services.db.raw(
    `INSERT INTO staff_role (role, permissions, changed_at) VALUES ('administrator', $1, now())`,
    [['proposals:read', 'proposals:decide', 'content:propose', 'content:publish']],
  )
  const { proposalId } = await data(
    proposals(administrator).changeContent(change('answer.cost', wording('It costs a fee.'))),
  )
  expect(
    await proposals(administrator).approve({ proposalId, reason: 'I read it.' }),
  ).toMatchObject({
    reason: 'second-person-needed',
  })
  await data(proposals(administrator).withdraw({ proposalId }))
  await world.services.db.raw('DELETE FROM staff_role')
})

test('an unsound wording, or one that begins before today, cannot be proposed', async () => {
  const unsound = [
    change('answer.payout', wording('Within 3 days.')),
    change('answer.payout', wording('Call {phone}.')),
    change('answer.payout', wording('<b>Soon</b>')),
    change('question.1', wording('An answer without a question.')),
    change('answer.payout', wording('Soon.'), addDays(today(), -1)),
    { ...change('about', wording('Saral is simple.')), href: 'https://saral.example' },
    { ...change('notice', wording('We moved.', 'New office')), href: 'https://saral.example' },
  ]
  for (const each of unsound)
    expect(await proposals().changeContent(each)).toMatchObject({ reason: 'input-invalid' })
  expect(await proposals().changeContent(change('answer.cost', null))).toMatchObject({
    reason: 'outdated',
  })
})

test('a proposed wording is outdated once another was published', async () => {
  const { proposalId } = await data(
    proposals().changeContent(change('about', wording('Saral means simple.'))),
  )
  await world.services.db.raw(
    `INSERT INTO content_version (item, version, from_day, texts, proposal_id, made_at)
     VALUES ('about', 1, '2000-01-01', NULL, $1, now())`,
    [proposalId],
  )
  expect(await proposals(compliance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
})

test('a question of the lender follows the program’s, and the text about the product keeps who lends', async () => {
  await publish(
    change('question.2', wording('Call {phone} from {years} on.', 'May my mother call?')),
  )
  const faq = await data(visitor().faq({}))
  expect(faq.at(-1)).toEqual({
    title: 'May my mother call? (en)',
    content: 'Call 1800 000 0000 from 21 on.',
  })
  expect((await data(visitor('ta').faq({}))).at(-1)?.title).toBe('May my mother call? (ta)')
  await publish(change('about', wording('Small loans, plainly told.')))
  expect(await data(visitor().aboutUs({}))).toMatchObject({
    copywriting: expect.stringMatching(/^Small loans, plainly told\. This is a demonstration/),
  })
  const { items } = await data(content().list({}))
  expect(items.filter(({ version }) => version !== null)).toMatchObject([
    { item: 'question.2', kind: 'question', title: 'May my mother call? (en)', version: 1 },
    { item: 'about', version: 2 },
  ])
})

test('a notice is shown from its first day to its last, and only to apps that support notices', async () => {
  const untilDay = addDays(today(), 2)
  const href = 'https://saral.example/office'
  const wish = change('notice', wording('We moved. Call {phone}.', 'New office'))
  await publish({ ...wish, untilDay, href })
  const shown = async () => data(visitor('hi').config({}))
  expect(await shown()).toMatchObject({
    notices: [],
    messages: [
      {
        id: 'message:1',
        kind: 'message',
        title: 'New office (hi)',
        content: 'We moved. Call 1800 000 0000.',
        href,
        lenderName: expect.any(String),
      },
    ],
  })
  world.server.clock.advance({ days: 1 })
  expect((await shown()).messages).toHaveLength(1)
  world.server.clock.advance({ days: 1 })
  expect((await shown()).messages).toEqual([])
})

test('texts that change only with a release are shown in every language, a text message with its registration', async () => {
  const released = (area: 'feedback' | 'legal' | 'messages') => data(content().released({ area }))
  expect((await released('feedback')).find(({ id }) => id === 'problem.conduct')).toMatchObject({
    texts: { en: { text: 'How I was treated', template: null } },
  })
  const legal = await released('legal')
  expect(legal.map(({ id }) => id)).toContain('legal.privacy.kept.text')
  const messages = await released('messages')
  const code = messages.find(({ id }) => id === 'sign-in-code')
  expect(code?.channel).toBe('sms')
  expect(code?.texts.en?.text).toContain('{#var#}')
  const arrived = messages.filter(({ id }) => id === 'payout-arrived')
  expect(arrived.map(({ channel }) => channel)).toEqual(['sms', 'push'])
})
