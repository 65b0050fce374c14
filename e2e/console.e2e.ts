import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { approveProposal } from '#e2e/rig/approve.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { openFor, openItem } from '#e2e/rig/open-item.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { secondPersonFrom } from '#e2e/rig/second-person.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'
import { untilVisible } from '#e2e/rig/visible.ts'

openOwnProduct()

const WHY = 'The provider gave it up. Paid to the account on file.'

journey(
  'a given-up refund waits in the inbox, is proposed by one role and approved by another',
  async scene => {
    const { page, see, tap, type, look, server, sandbox } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await person.pay(orderId, 'all', 'pay-without-refund')
    const { orderNo } = await person.orderIs(orderId, '7')
    const [payout] = await sandbox.payouts()
    await sandbox.reverseLastPayout(payout?.accountLastFour ?? '')
    // The bank is asked again on the next day, and all that was paid goes back.
    await sandbox.advance('P1D')

    await page.goto('/console')
    await see('Sign in with a passkey')
    await look('console sign-in')

    await enterAs(scene, 'viewer')
    const row = page.getByRole('listitem', { name: `Refund, ${orderNo}` })
    await until('the refund to be given up', async () => {
      await page.reload()
      await see('Inbox')
      return (await row.count()) > 0 ? true : undefined
    })
    await expect.poll(() => row.textContent()).toContain('given up by the provider')
    expect(await row.getByRole('button').count(), 'a viewer can do nothing').toBe(0)
    await see(
      'Your role does not allow this: it needs the permission to propose to settle a refund by hand.',
    )
    await look('console inbox of a viewer')

    await enterAs(scene, 'operations')
    await untilVisible(row)
    await page.keyboard.press('j')
    await page.keyboard.press('t')
    await see('taken by you')
    await tap('Propose settlement')
    await type("The bank's reference of the transfer", 'axis00000001')
    await type('Reason', WHY)
    await look('console proposing')
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.waitForURL(/\/console\/proposals$/)
    await see("bank's reference AXIS00000001")
    await see('Another person has to decide this')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    await enterAs(scene, 'compliance')
    await page.goto('/console/proposals')
    await see('Your role does not decide about this act.')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    await enterAs(scene, 'finance')
    await tap('See the proposals')
    await see(WHY)
    await approveProposal(scene, { picture: 'console deciding' })
    await see('approved by finance@sandbox.example')
    await look('console decided')
    const [refund] = await server.reading(db =>
      db.raw('SELECT state, hand_reference FROM refund WHERE order_id = $1', [orderId]),
    )
    // The server calls for a person, as it should.
    expect(takeLogFaults()).toEqual([expect.stringContaining('the provider gave up a refund')])
    expect(refund).toEqual({ state: 'done', hand_reference: 'AXIS00000001' })
  },
  [desktop],
)

journey(
  'a credit officer opens a referred application with a reason, which the borrower reads',
  async scene => {
    const { page, see, tap, type, look, server } = scene
    const person = await readyBorrower(server.origin, { monthlyIncome: '12000' })
    const orderId = await person.apply('saral-seven', 5_000)
    await enterAs(scene, 'credit officer')
    await until('the application to wait', async () => {
      await page.reload()
      await see('Inbox')
      return (await page.getByRole('link', { name: 'Open', exact: true }).count()) > 0
        ? true
        : undefined
    })
    expect(await isReadable(page.getByRole('link', { name: 'Open', exact: true }))).toBe(true)
    await tap('Open')
    await page.getByLabel('Why do you open it?').selectOption('decision')
    await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
    await see('Facts of the decision')
    await see('Instalment is a large part of the income')
    expect(await page.content()).not.toContain(person.phone)
    await tap('Show Mobile number')
    await see(person.phone)
    await look('console application')
    await page.getByLabel('Instalment too high').check({ force: true })
    await tap('Show what the borrower will read')
    await see('is high for the income you stated.')
    await look('console denial as the borrower reads it')
    // From now on a second person decides about every amount.
    await secondPersonFrom(scene, 1, 0)
    await page.reload()
    await openFor(scene, 'decision')
    await see('The amount needs two persons: you propose the approval')
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await type('Reason', 'The employer confirmed the income.')
    await look('console approval by two persons')
    await tap('Propose the approval')
    await page.waitForURL(/\/console\/proposals$/)
    await see('Another person has to decide this')
    await look('console proposed approval')
    await tap('Withdraw')
    await see('No proposal waits.')
    await secondPersonFrom(scene, 2, null)
    await tap('Open the application')
    await openFor(scene, 'decision')
    await tap('Approve')
    await see('Nothing waits for a person.')
    await person.orderIs(orderId, '2')

    await person.enter(page.context())
    await page.goto('/personal/data')
    await see('Who looked at your data')
    await see('To decide your application · Credit officer')
    await look('data with looks')
  },
  [iPhone],
)

/** Whether a text has another colour than its ground: axe passes over texts that have the same. */
function isReadable(element: Locator): Promise<boolean> {
  return element.evaluate(each => {
    const { color, backgroundColor } = getComputedStyle(each)
    return color !== backgroundColor
  })
}

journey(
  'a stuck payout is found by the palette, proposed on its order by keyboard, and stopped by another role',
  async scene => {
    const { page, see, tap, look, server, sandbox } = scene
    await sandbox.holdPayouts(true)
    const person = await readyBorrower(server.origin)
    const orderId = await person.apply('saral-seven', 5_000)
    await person.orderIs(orderId, '2')
    await person.getMoney(orderId)
    const { orderNo } = await person.orderIs(orderId, '4')
    await sandbox.advance('P2D')

    await enterAs(scene, 'operations')
    const row = page.getByRole('listitem', { name: `Payout, ${orderNo}` })
    await until('the payout to wait', async () => {
      await page.reload()
      await see('Inbox')
      return (await row.count()) > 0 ? true : undefined
    })
    await page.keyboard.press('?')
    await see('j and k: next and previous row')
    await look('console keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(orderNo)
    await see(`Open order ${orderNo}`)
    await look('console palette')
    await page.keyboard.press('Enter')
    await openFor(scene, 'money')
    await see('Its state does not allow this.')
    await look('console order')
    await tap('Propose to stop the payout')
    await page.locator('form').getByLabel('Reason').fill('The bank has been silent for two days.')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/proposals$/)
    await page.goto(`/console/order/${orderNo.replaceAll(' ', '')}`)
    await openFor(scene, 'money')
    await see('A proposal waits for a second person: Stop a payout')

    await page.keyboard.press('Control+k')
    await page.keyboard.type(person.phone)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await see('Searched as: mobile number')
    await look('console search')
    expect(page.url()).not.toContain(person.phone)
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    await openFor(scene, 'money')
    await see('Everything that happened')
    expect(await page.content()).not.toContain(person.phone)
    expect(await page.getByRole('button', { name: 'Show Mobile number' }).count()).toBe(0)
    await look('console borrower')

    await enterAs(scene, 'kyc officer')
    await page.goto('/console/proposals')
    await see('No proposal waits.')
    expect(await page.content()).not.toContain('silent for two days')
    await enterAs(scene, 'finance')
    await tap('See the proposals')
    await approveProposal(scene)
    await see('approved by finance@sandbox.example')
    await sandbox.holdPayouts(false)
    takeLogFaults()
  },
  [desktop],
)

journey(
  'a KYC officer compares the pictures of a face and passes it, and cards too, which nobody else can',
  async scene => {
    const { page, see, tap, look, server } = scene
    const person = await readyBorrower(server.origin)
    const [face] = await server.reading(db =>
      db.raw(`UPDATE document SET settled_at = NULL, check_result = 'needs-a-look', look_reasons = '{no-blink}'
        WHERE kind = 'face' AND document_id = (SELECT max(document_id::text)::uuid FROM document WHERE kind = 'face')
        RETURNING borrower_id, document_id`),
    )
    await server.reading(db =>
      db.raw(
        'INSERT INTO face_review (borrower_id, document_id, asked_at) VALUES ($1, $2, now())',
        [face?.borrower_id, face?.document_id],
      ),
    )
    await enterAs(scene, 'credit officer')
    await page.goto(`/console/face/${face?.document_id}`)
    await see(
      'Your role does not allow this: it needs the permission to see the pictures of an identity.',
    )
    await enterAs(scene, 'kyc officer')
    await openItem(scene, 'Face to review', 'identity')
    await see('Is this the same person?')
    await page.getByAltText('Camera').waitFor()
    await look('console face')
    await tap('Pass')
    await page.waitForURL(/\/console\/?$/)
    await page.getByRole('listitem', { name: 'Face to review' }).waitFor({ state: 'detached' })
    const [settled] = await server.reading(db =>
      db.raw('SELECT outcome FROM face_review WHERE document_id = $1', [face?.document_id]),
    )
    expect(settled).toEqual({ outcome: 'passed' })
    const [cards] = await server.reading(db =>
      db.raw(
        `INSERT INTO document SELECT borrower_id, gen_random_uuid(), 'pan', media_type, size_bytes, width_pixels, height_pixels, file_key,
           'needs-a-look', check_score, created_at FROM document WHERE document_id = $1 RETURNING borrower_id, document_id`,
        [face?.document_id],
      ),
    )
    await server.reading(db =>
      db.raw(
        `INSERT INTO face_review (borrower_id, document_id, asked_at, what) VALUES ($1, $2, now(), 'cards')`,
        [cards?.borrower_id, cards?.document_id],
      ),
    )
    await page.goto('/console/')
    await openItem(scene, 'Cards to review', 'identity')
    await see('Do the cards show what the borrower confirmed?')
    await page.getByAltText('PAN card').waitFor()
    await tap('Pass')
    await page.waitForURL(/\/console\/?$/)
    await page.getByRole('listitem', { name: 'Cards to review' }).waitFor({ state: 'detached' })
    await person.enter(page.context())
    await page.goto('/personal/data')
    await see('The pictures of your face and cards')
  },
  [iPhone],
)

journey(
  'a feedback is handed to a colleague, becomes a complaint, is answered with the Ombudsman’s address, which the borrower reads, and is counted',
  async scene => {
    const { page, see, tap, type, look, server } = scene
    const person = await readyBorrower(server.origin)
    const saved = await person.browser
      .calls(contract.feedback)
      .save({ content: 'I was charged twice.', problemType: 'charges' })
    expect(saved).toMatchObject({ ok: true })

    // A person of the sandbox is there from the first sign-in.
    await enterAs(scene, 'grievance officer')
    await enterAs(scene, 'operations')
    await page
      .getByRole('listitem', { name: 'Feedback' })
      .getByRole('button', { name: 'Take' })
      .click()
    await tap('Hand to a colleague')
    await page.getByLabel('Colleague').selectOption('grievance-officer@sandbox.example')
    await look('console handing to a colleague')
    await tap('Hand it over')
    await see('taken by grievance-officer@sandbox.example')

    await enterAs(scene, 'grievance officer')
    await see('handed to you by operations@sandbox.example')
    await look('console handed item')
    await tap('Complaints')
    await page.getByLabel('Show').selectOption('feedback')
    await page.waitForURL(/view=feedback/)
    await tap('Open')
    await page.getByLabel('Why do you open it?').selectOption('complaint')
    await tap('Open')
    await see('I was charged twice.')
    await page.getByLabel('Category').selectOption('charges')
    await tap('Make it a complaint')
    await see('became a complaint')
    await see('Save a root cause before you close it.')
    await page.getByLabel('Root cause').selectOption('no-fault-found')
    await tap('Save category and cause')
    await type('Reply to the borrower', 'Both charges were in your Key Facts Statement.')
    await page.getByLabel('Outcome').selectOption('rejected')
    await see('crpc@rbi.org.in')
    await look('console complaint')
    await tap('Close with this answer')
    await see('not accepted')
    await page.goto('/console/complaints?view=closed')
    await see('Charges')
    await look('console complaints')

    await person.enter(page.context())
    await page.goto('/feedback?view=history')
    await see('Both charges were in your Key Facts Statement.')
    await see('crpc@rbi.org.in')
    await look('feedback complaint')

    await enterAs(scene, 'compliance')
    await tap('Reports')
    await page.getByRole('main').getByText('Complaints', { exact: true }).click()
    await see('Closed in the month')
    await look('console reports complaints')
    const closed = page.getByRole('region', { name: 'Closed in the month' })
    await closed
      .getByRole('row', { name: /^Total/ })
      .getByRole('link')
      .click()
    await see('Charges, not accepted')
    await look('console reports complaints rows')
  },
  [desktop],
)
