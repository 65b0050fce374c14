import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { addDays } from '#domain/day.ts'
import { answered, readyBorrower } from '#e2e/rig/borrower.ts'
import { faceToReview } from '#e2e/rig/daily-work.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'
import { openFor } from '#e2e/rig/open-item.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { signedInAs } from '#e2e/rig/signed-in-as.ts'
import { untilVisible } from '#e2e/rig/visible.ts'
import { dayText } from '#words/format.ts'

openOwnProduct()

journey(
  'collections open at the bucket that has loans, and an order is called overdue',
  async scene => {
    const { page, see, tap, type, look, server, sandbox } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    // Due after seven days, and 33 days late after forty.
    await sandbox.advance('P40D')
    const { orderNo } = await person.orderIs(orderId, '8')

    await enterAs(scene, 'collections')
    await page.goto('/console/collections')
    await see(`${orderNo}: 33 days past due`)
    const bucket = page.getByLabel('Days past due')
    expect(await bucket.inputValue()).toBe('31-60')
    expect(await bucket.locator('option').allTextContents()).toEqual([
      '1 to 30 (0)',
      '31 to 60 (1)',
      '61 to 90 (0)',
      'more than 90 (0)',
    ])
    await look('console collections')
    await bucket.selectOption('1-30')
    await see('No loan is overdue by so many days.')
    await tap('Save this view')
    await type('Name of the view', 'Newly late')
    await look('console saving a view')
    await page.keyboard.press('Enter')
    const saved = page.getByRole('link', { name: 'Newly late' })
    await untilVisible(saved)
    await page.goBack()
    await see(`${orderNo}: 33 days past due`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Page/ }).fill('newly')
    await look('console palette with a view')
    await page.keyboard.press('Enter')
    await page.waitForURL(/collections\?bucket=1-30$/)
    expect(await saved.getAttribute('aria-current')).toBe('page')
    await tap('Remove the view')
    await see('The view “Newly late” is removed.')
    expect(await saved.count()).toBe(0)
    // The act stays as long as the pointer rests on it, however long the look takes.
    await page.getByText('The view “Newly late” is removed.').hover()
    await look('console view removed')
    await page.keyboard.press('u')
    await untilVisible(saved)
    await look('console saved view')
    await page.goBack()

    // What was typed and not sent is still there when one comes back.
    await page.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click()
    await openFor(scene, 'collection')
    await type('Note', 'Call after five.')
    await page.getByRole('navigation').getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click()
    await openFor(scene, 'collection')
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Call after five.')
    await tap('Keep the note')
    await see('Call after five.')

    await page.goto(`/console/order/${orderNo.replaceAll(' ', '')}`)
    await openFor(scene, 'collection')
    await see('Owed today')
    await see('Overdue')
    expect(await page.getByText('Overdued').count()).toBe(0)
    const waiver = page.getByRole('link', { name: 'Propose to waive penal charges' })
    expect(await waiver.getAttribute('href')).toContain('/console/collection/')
    await look('console overdue order')
    await tap('Open the borrower')
    await openFor(scene, 'collection')
    await see('Overdue')
    expect(await page.getByText('Overdued').count()).toBe(0)
  },
  [desktop],
)

journey(
  'the topic of feedback stands in the inbox in words',
  async scene => {
    const { page, see, look, server } = scene
    const person = await readyBorrower(server.origin)
    const saved = await person.browser
      .calls(contract.feedback)
      .save({ content: 'Thank you.', problemType: 'conduct' })
    expect(saved).toMatchObject({ ok: true })
    await enterAs(scene, 'grievance officer')
    await page.goto('/console/?kind=feedback')
    await see('How I was treated')
    await look('console feedback in the inbox')
  },
  [desktop],
)

journey(
  'a policy begins on a day that the browser’s own picker writes, and says what is unsound and what is proposed',
  async scene => {
    const { page, see, type, tap, look } = scene
    await enterAs(scene, 'product manager')
    await page.goto('/console/policy')
    await see('From the day')
    const day = page.getByLabel('From the day')
    expect(await day.getAttribute('type')).toBe('date')
    expect(await day.inputValue()).toBe(await day.getAttribute('min'))
    await type(/^Affordable/, '41')
    await day.fill('2015-01-02')
    await see('Choose today or a later day.')
    await look('console policy')
    await day.fill((await day.getAttribute('min')) ?? '')
    await type(/^Wait after a denial/, '91')
    await see('The wait after a denial is a whole number of days from 0 to 90.')
    await type(/^Wait after a denial/, '20')
    const step = page.getByRole('group', { name: 'Step 4' })
    await step.getByLabel('Percent off the fee').fill('13')
    await see('Each step takes more off the fee than the step before it')
    await step.getByRole('button', { name: 'Remove the step' }).click()
    const gold = page.getByRole('group', { name: 'Gold tier' })
    await gold.getByLabel('Repaid loans').fill('3')
    await see('Each step of the amounts needs more repaid loans than the step before it')
    await gold.getByLabel('Repaid loans').fill('6')
    await gold.getByLabel('Most amount, rupees').fill('9000')
    await see('its most is no lower than that of the step before it')
    await gold.getByLabel('Most amount, rupees').fill('50000')
    await look('console policy ladder')
    await type('Reason', 'We looked again at our limits.')
    await tap('Propose the change')
    await see('Proposals')
    await page.goto('/console/policy')
    await see('Wait after a denial, days: 20 (before: 15)')
    await see(/after 6 loans: ₹5,000 to ₹50,000 \(before/)
    await look('console policy proposed')
    await tap('See the proposals')
    await tap('Withdraw')
  },
  [desktop, iPhone],
)

journey(
  'while a face is passed the other button waits, and does not spin',
  async scene => {
    const { page, see, tap } = scene
    const face = await faceToReview(scene)
    await enterAs(scene, 'kyc officer')
    await page.goto(`/console/face/${face}`)
    await openFor(scene, 'identity')
    await see('Is this the same person?')
    await page.getByLabel('Reason that the borrower reads').fill('Not the same person.')
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/staff/v1/face/pass', async route => {
      await asked
      await route.continue()
    })
    await tap('Pass')
    const pass = page.locator('button', { hasText: 'Pass' })
    await expect.poll(() => pass.getAttribute('aria-busy')).toBe('true')
    const deny = page.getByRole('button', { name: 'Deny', exact: true })
    expect(await deny.getAttribute('aria-busy')).toBeNull()
    expect(await deny.isDisabled()).toBe(true)
    answer()
    await page.waitForURL(/\/console\/?$/)
  },
  [desktop],
)

/** A borrower who asks for three weeks on the day before the due day: a person decides. */
async function askedForLaterDates({ server, sandbox }: Scene) {
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-seven', 5_000)
  await sandbox.advance('P6D')
  const calls = person.browser.calls(contract.hardship)
  const { hash: keyFactsHash } = answered(await calls.keyFacts({ orderId, moveDays: 21 }))
  const wish = { orderId, moveDays: 21, keyFactsHash }
  answered(await calls.request(wish, { idempotencyKey: randomUUID() }))
  const { orderNo, loanDate } = await person.detail(orderId)
  if (!loanDate) throw new Error('No money arrived.')
  return { person, orderId, orderNo, start: loanDate }
}

journey(
  'a hardship request is opened from the inbox, and its later dates are granted as they were shown',
  async scene => {
    const { page, see, tap, look } = scene
    const { person, orderId, orderNo, start } = await askedForLaterDates(scene)
    const on = (days: number) => dayText(addDays(start, days), 'en')

    await enterAs(scene, 'viewer')
    await page.goto(`/console/hardship/${orderId}`)
    await see('it needs the permission to find and open borrowers and orders.')
    await enterAs(scene, 'operations')
    await page.goto(`/console/hardship/${orderId}`)
    await openFor(scene, 'borrower-asked')
    await see('it needs the permission to answer requests for later due days.')
    expect(await page.getByRole('button', { name: 'Grant the later days' }).count()).toBe(0)

    await enterAs(scene, 'collections')
    const row = page.getByRole('listitem', { name: `Hardship request, ${orderNo}` })
    await row.getByText('More days than the rules grant').waitFor()
    await row.getByRole('link', { name: 'Open', exact: true }).click()
    await openFor(scene, 'borrower-asked')
    await see(`Without an answer by the end of ${on(7)} it counts as granted.`)
    // ₹5.00 of interest a day (product §5).
    for (const cell of [on(7), '₹5,035.00', on(28), '₹5,140.00'])
      await page.getByRole('cell', { name: cell, exact: true }).waitFor()
    await see('₹105.00')
    await look('console hardship request')
    await tap('Grant the later days')
    await page.waitForURL(/\/console\/?$/)
    await row.waitFor({ state: 'detached' })
    expect(await person.detail(orderId)).toMatchObject({
      repaymentDate: addDays(start, 28),
      hardship: { state: 'granted', moveDays: 21 },
    })
  },
  [desktop],
)

journey(
  'a hardship request is opened from its order and refused, and the borrower reads why',
  async scene => {
    const { page, see, tap, type, look } = scene
    const { person, orderId, orderNo } = await askedForLaterDates(scene)
    await enterAs(scene, 'credit officer')
    await page.goto(`/console/order/${orderNo.replaceAll(' ', '')}`)
    await openFor(scene, 'borrower-asked')
    await tap('Answer the hardship request')
    await openFor(scene, 'borrower-asked')
    const refuse = page.getByRole('button', { name: 'Refuse', exact: true })
    expect(await refuse.isDisabled(), 'a refusal has a reason').toBe(true)
    await type('Reason that the borrower reads', 'Please call us on Monday.')
    await see('The borrower will read: Please call us on Monday.')
    await look('console hardship refusal')
    await refuse.click()
    await page.waitForURL(/\/console\/?$/)
    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await see('We could not give you later dates: Please call us on Monday.')
  },
  [iPhone],
)

journey(
  'an officer asks for more, the borrower answers on a phone, and the officer reads it and approves',
  async scene => {
    const { page, see, tap, type, look, arrive, server } = scene
    // The instalment is a large part of such an income, so that a person decides.
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    const viewer = (await signedInAs(server.origin, 'viewer')).calls(staffContract.inbox)
    await until('the application to wait for a person', async () =>
      answered(await viewer.list({})).items.find(({ id }) => id === orderId),
    )
    await enterAs(scene, 'credit officer')
    await page.goto(`/console/application/${orderId}`)
    await openFor(scene, 'decision')
    await see('Ask for more')
    await page.getByLabel('Question', { exact: true }).selectOption('income')
    await type(/^Question in own words/, 'In which months do you sew?')
    await tap('Show the question')
    await see('How do you earn your income?')
    await see('आपकी कमाई कैसे होती है?')
    await look('console question')
    await tap('Ask the borrower')
    await page.waitForURL(/\/console\/?$/)
    await see('waits for the borrower')
    await look('console inbox with a question')

    await person.enter(page.context())
    await page.goto('/')
    await see(/^We have a question. Please answer by/)
    await tap('Answer')
    await arrive(`/orders/${orderId}/question`)
    await see('In which months do you sew?')
    await type('Your answer', 'From October to March,')
    // Stored encrypted, a moment after it was typed.
    await page.waitForFunction(() =>
      Object.keys(sessionStorage).some(item => item.startsWith('sealed:question')),
    )
    await page.reload()
    const answer = page.getByLabel('Your answer')
    await expect.poll(() => answer.inputValue()).toBe('From October to March,')
    await type('Your answer', 'From October to March, at home.')
    await look('question')
    await tap('Send answer')
    await see('Your answer was sent.')
    await answer.waitFor({ state: 'detached' })
    await see('From October to March, at home.')
    await page.goto(`/orders/${orderId}/audit`)
    await tap('Our questions, your answers')
    await see('From October to March, at home.')

    await page.goto('/console/')
    await page.getByText('the borrower answered').waitFor()
    await page.goto(`/console/application/${orderId}`)
    await openFor(scene, 'decision')
    await see('From October to March, at home.')
    await look('console answered application')
    await tap('Approve')
    await page.waitForURL(/\/console\/?$/)
    await person.orderIs(orderId, '2')
  },
  [iPhone],
)

/** The pages of the role with the most of them. */
const OF_COMPLIANCE = [
  'Inbox',
  'Proposals',
  'Products',
  'Reports',
  'Complaints',
  'Policy',
  'Content',
  'Staff',
  'Audit',
]

journey(
  'the bar is one row at every width: narrow, its pages are in a menu; the account always is',
  async scene => {
    const { page, see, look } = scene
    await enterAs(scene, 'compliance')
    const strip = page.locator('.strip')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect((await strip.boundingBox())?.height, `${width} px`).toBe(56)
      expect(await isScrolledSideways(page), `${width} px`).toBe(false)
      if (width >= 1280)
        expect(await pages.getByRole('link').allTextContents()).toEqual(OF_COMPLIANCE)
      else expect(await pages.count(), `${width} px`).toBe(0)
    }
    await page.locator('body').press('Tab')
    await page.keyboard.press('Enter')
    await look('console pages menu')
    expect(await pages.getByRole('link').allTextContents()).toEqual(OF_COMPLIANCE)
    await page.keyboard.press('Escape')
    expect(await pages.count()).toBe(0)
    await page.keyboard.press('Enter')
    for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/complaints$/)
    await page.getByRole('heading', { name: 'Complaints' }).waitFor()
    expect(await pages.count()).toBe(0)
    const opener = page.getByRole('button', { name: 'Complaints' })
    expect(await opener.evaluate(element => element === element.ownerDocument.activeElement)).toBe(
      true,
    )
    await opener.press('Enter')
    for (let tabs = 0; tabs <= OF_COMPLIANCE.length; tabs++) await page.keyboard.press('Tab')
    expect(await pages.count(), 'the focus has left it').toBe(0)
    await page.keyboard.press('Enter')
    await see('Your account')
    await look('console account menu')
  },
  [desktop],
)

function isScrolledSideways(page: Scene['page']): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth')
}
