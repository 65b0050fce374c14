import { expect } from 'vitest'
import { approveProposal } from '#e2e/rig/approve.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { openFor, openItem } from '#e2e/rig/open-item.ts'
import { until } from '#e2e/rig/sandbox.ts'
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
    await approveProposal(scene)
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
