import { afterAll, expect } from 'vitest'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { type CountedKeys, countedKeys } from '#e2e/rig/counted-keys.ts'
import { tenDaysOfWork, type Work } from '#e2e/rig/daily-work.ts'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'
import { openFor } from '#e2e/rig/open-for.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'
import { settled } from '#e2e/rig/settled.ts'
import { isScrolledSideways } from '#e2e/rig/sideways.ts'

openOwnProduct()

/** The limit of keystrokes for a task, without typed text. */
const STROKES_MAX = 60
const strokes = new Map<string, number>()
afterAll(() => {
  const lines = [...strokes].map(([task, count]) => `${String(count).padStart(4)}  ${task}`)
  console.log(`Keystrokes of the daily tasks, without typed text:\n${lines.join('\n')}`)
})

let waiting: Promise<Work> | undefined
function workIn(scene: Scene): Promise<Work> {
  waiting ??= tenDaysOfWork(scene)
  return waiting
}

type Hands = Scene & { readonly keys: CountedKeys; readonly work: Work }

/** Tests a daily task of a role by keyboard alone, from its inbox on, and counts the keystrokes. */
function daily(task: string, role: string, does: (hands: Hands) => Promise<void>): void {
  journey(
    `by keyboard alone: ${task}`,
    async scene => {
      const work = await workIn(scene)
      await byKeys(scene, work, task, role, does)
    },
    [desktop],
  )
}

async function byKeys(
  scene: Scene,
  work: Work,
  task: string,
  role: string,
  does: (hands: Hands) => Promise<void>,
): Promise<void> {
  await enterAs(scene, role)
  const keys = countedKeys(scene.page)
  await does({ ...scene, keys, work })
  strokes.set(task, keys.strokes())
  expect(keys.strokes(), task).toBeLessThanOrEqual(STROKES_MAX)
}

/** Opens the focused row, and gives a reason for the page of a person. */
async function openByKeys({ page, keys }: Hands, why: string): Promise<void> {
  await keys.strike('o')
  await page.getByLabel('Why do you open it?').waitFor()
  await keys.choose('Why do you open it?', why)
  await keys.press('Open')
}

/** Waits until an act has led back to the inbox, which no longer has the item. */
async function isBackWithout({ page }: Hands, kind: string): Promise<void> {
  await page.waitForURL(/\/console\/?$/)
  await page.locator('.row').filter({ hasText: kind }).waitFor({ state: 'detached' })
}

type PageVisit = {
  readonly role: Role
  readonly at: (work: Work) => string
  /** The page asks for a reason. */
  readonly isCase?: true
  /** A link on it to the page that is checked. */
  readonly through?: string
}

/** Every page of the console with work on it, and a role that does this work. */
const PAGES: readonly PageVisit[] = [
  { role: 'credit-officer', at: ({ application }) => `/application/${application}`, isCase: true },
  { role: 'kyc-officer', at: ({ face }) => `/face/${face}`, isCase: true },
  { role: 'kyc-officer', at: ({ names }) => `/names/${names}`, isCase: true },
  { role: 'collections', at: () => '/collections' },
  { role: 'collections', at: ({ hardship }) => `/hardship/${hardship}`, isCase: true },
  { role: 'collections', at: ({ overdue }) => `/collection/${overdue}`, isCase: true },
  { role: 'operations', at: () => '/' },
  { role: 'operations', at: () => '/borrowers' },
  { role: 'operations', at: () => '/?kind=unknown-payment', through: 'Open' },
  { role: 'operations', at: ({ feedback }) => `/complaint/${feedback}`, isCase: true },
  {
    role: 'operations',
    at: ({ overdueOf }) => `/order/${overdueOf.replaceAll(' ', '')}`,
    isCase: true,
  },
  { role: 'operations', at: ({ borrower }) => `/borrower/${borrower}`, isCase: true },
  { role: 'grievance-officer', at: () => '/complaints' },
  { role: 'grievance-officer', at: ({ complaint }) => `/complaint/${complaint}`, isCase: true },
  ...['/', '/proposals', '/audit', '/reports?view=complaints'].map(
    at => ({ role: 'compliance', at: () => at }) as const,
  ),
  ...['/products', '/products/saral-weekly', '/policy', '/content', '/content/notice'].map(
    at => ({ role: 'product-manager', at: () => at }) as const,
  ),
  ...['/staff', '/account', '/content/messages'].map(
    at => ({ role: 'administrator', at: () => at }) as const,
  ),
  ...['portfolio', 'collection', 'money', 'vintage', 'applications'].map(
    view => ({ role: 'finance', at: () => `/reports?view=${view}` }) as const,
  ),
]

/** Checks a page in a wide window, and that it fits the width of a phone. */
async function visit(scene: Scene, { at, isCase, through }: PageVisit, work: Work): Promise<void> {
  const { page, look, tap } = scene
  await page.goto(`/console${at(work)}`)
  if (through !== undefined) await tap(through)
  if (isCase) {
    await page.getByLabel('Why do you open it?').waitFor()
    await look(`${page.url()} before it opens`)
    await openFor(scene, 'review')
  }
  await settled(page)
  await page.getByText('Loading…').waitFor({ state: 'detached' })
  await look(page.url())
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => isScrolledSideways(page), { message: page.url() }).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const role of ROLES.filter(each => PAGES.some(page => page.role === each)))
  journey(
    `the pages of ${role} are accessible, and no wider than a phone`,
    async scene => {
      const work = await workIn(scene)
      await enterAs(scene, role.replaceAll('-', ' '))
      for (const each of PAGES.filter(page => page.role === role)) await visit(scene, each, work)
    },
    [desktop],
  )

journey(
  'a browser on Linux without a language of its own shows the charts',
  async scene => {
    const { page, see } = scene
    await workIn(scene)
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })
    })
    await enterAs(scene, 'finance')
    await page.goto('/console/reports')
    await page.locator('.chart canvas').waitFor()
    await see('Principal outstanding')
  },
  [desktop],
)

daily('an application is declined with a reason', 'credit officer', async hands => {
  const { keys, see, work } = hands
  await keys.row('Application')
  await openByKeys(hands, 'To d')
  await see('Facts of the decision')
  await keys.press('Instalment too high', 'Space')
  await keys.press('Show what the borrower will read')
  await see('is high for the income you stated.')
  await keys.press('Deny and send')
  await isBackWithout(hands, 'Application')
  await work.of.application.orderIs(work.application, 'denied')
})

daily('a face is passed', 'kyc officer', async hands => {
  const { page, keys, server, work } = hands
  await keys.row('Face to review')
  await openByKeys(hands, 'To c')
  await page.getByAltText('Camera').waitFor()
  await keys.press('Pass')
  await isBackWithout(hands, 'Face to review')
  const settled = await server.reading(db =>
    db.raw('SELECT outcome FROM face_review WHERE document_id = $1', [work.face]),
  )
  expect(settled).toEqual([{ outcome: 'passed' }])
})

daily('the stop of a payout that does not arrive is proposed', 'operations', async hands => {
  const { page, keys, see, work } = hands
  await keys.row('Payout', work.payoutOf)
  await keys.press('Propose to stop it')
  await keys.fill('The bank has been silent for two days.')
  await keys.strike('Enter')
  await page.waitForURL(/\/console\/proposals$/)
  await see('Another person has to decide this')
})

daily('a refund that was given up is proposed as paid by hand', 'operations', async hands => {
  const { page, keys, see, work } = hands
  await keys.row('Refund', work.refundOf)
  await keys.press('Propose settlement')
  await keys.fill('axis00000001')
  await keys.type('Reason', 'Paid to the account on file.')
  await keys.strike('Enter')
  await page.waitForURL(/\/console\/proposals$/)
  await see("bank's reference AXIS00000001")
})

daily('an unknown payment is taken, put off and given back', 'operations', async hands => {
  const { page, keys, see } = hands
  await keys.row('Unknown payment')
  await keys.strike('t')
  await see('taken by you')
  await keys.strike('p')
  await keys.strike('ArrowDown')
  await keys.type('Reason', 'The bank was asked who paid.')
  await keys.strike('Enter')
  await see('The bank was asked who paid.')
  await keys.strike('u')
  await page.getByText('The bank was asked who paid.').waitFor({ state: 'detached' })
  await keys.row('Unknown payment')
  await keys.strike('t')
  await page.getByText('taken by you').waitFor({ state: 'detached' })
  await keys.strike('u')
  await see('taken by you')
  await keys.strike('t')
  await page.getByText('taken by you').waitFor({ state: 'detached' })
})

daily('a complaint is sorted, and closed with an answer', 'grievance officer', async hands => {
  const { keys, see } = hands
  await keys.row('Complaint')
  await openByKeys(hands, 'A co')
  await see('I was charged twice.')
  await keys.choose('Root cause', 'No f')
  await keys.press('Save category and cause')
  await hands.page
    .getByText('Save a root cause before you close it.')
    .waitFor({ state: 'detached' })
  await keys.type('Reply to the borrower', 'One charge was an error. It is paid back.')
  await keys.press('Close with this answer')
  await see(/^closed .*: resolved$/)
})

daily('a feedback is answered', 'operations', async hands => {
  const { keys, see } = hands
  await keys.row('Feedback')
  await openByKeys(hands, 'A co')
  await see('I was charged twice.')
  await keys.type('Reply to the borrower', 'Both charges are in your Key Facts Statement.')
  await keys.press('Send the reply')
  await see(/^Answered/)
})

daily('a proposal about a product is approved', 'compliance', async hands => {
  const { page, keys, see } = hands
  await keys.row('Proposal', 'Publish')
  await keys.strike('o')
  await page.waitForURL(/\/console\/proposals\/[\w-]+$/)
  await see('Saral Weekly')
  await keys.type('Reason', 'The terms are those of the board.')
  await keys.press('Approve')
  await see('approved by compliance@sandbox.example')
})

daily('a request for later due days is granted', 'collections', async hands => {
  const { keys, see, work } = hands
  await keys.row('Hardship request')
  await openByKeys(hands, 'The b')
  await see('More days than the rules grant')
  await keys.press('Grant the later days')
  await isBackWithout(hands, 'Hardship request')
  expect(await work.of.hardship.detail(work.hardship)).toMatchObject({
    hardship: { state: 'granted' },
  })
})

daily('a promise to pay is noted for an overdue loan', 'collections', async hands => {
  const { page, keys, see, work } = hands
  await keys.strike('Control+k')
  await page.getByRole('combobox', { name: 'Page, order number or borrower' }).waitFor()
  await keys.fill('coll')
  await keys.strike('Enter')
  await keys.row(work.overdueOf)
  await keys.strike('o')
  await keys.press('Open')
  await see('Keep the promise')
  await keys.to('Promised for the day')
  await keys.strike('ArrowDown')
  await keys.press('Keep the promise')
  await see(/promised for .*: waiting/)
})

daily('the audit log is read row by row', 'compliance', async hands => {
  const { page, keys, see } = hands
  await keys.strike('Control+k')
  await page.getByRole('combobox', { name: 'Page, order number or borrower' }).waitFor()
  await keys.fill('audit')
  await keys.strike('Enter')
  await see('staff signed in')
  const focused = page.locator('main tbody > tr:focus')
  await keys.strike('j')
  await focused.waitFor()
  const first = await focused.textContent()
  await keys.strike('j')
  await expect.poll(() => focused.textContent()).not.toBe(first)
  await keys.strike('k')
  await expect.poll(() => focused.textContent()).toBe(first)
})

journey(
  'by keyboard alone: finance approves what operations proposed about money',
  async scene => {
    const work = await workIn(scene)
    const { server } = scene
    const task = 'a proposal about money is approved'
    await byKeys(scene, work, task, 'finance', async ({ page, keys }) => {
      await keys.row('Refund', work.refundOf)
      await keys.press('See the proposals')
      await keys.row('Settle a refund by hand')
      await keys.strike('o')
      await keys.type('Reason', 'The bank shows the transfer.')
      await keys.press('Approve')
      await page.getByText('approved by finance@sandbox.example').first().waitFor()
    })
    const again = 'a proposal to stop a payout is approved'
    await byKeys(scene, work, again, 'finance', async ({ page, keys }) => {
      await keys.row('Payout', work.payoutOf)
      await keys.press('See the proposals')
      await keys.row('Stop a payout')
      await keys.strike('o')
      await keys.type('Reason', 'The bank does not answer.')
      await keys.press('Approve')
      await page.getByText('approved by finance@sandbox.example').first().waitFor()
    })
    const refunds = await server.reading(db =>
      db.raw('SELECT state FROM refund WHERE hand_reference = $1', ['AXIS00000001']),
    )
    expect(refunds).toEqual([{ state: 'done' }])
    takeLogFaults()
  },
  [desktop],
)
