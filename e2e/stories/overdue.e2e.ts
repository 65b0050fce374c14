import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'

openTheProduct()

journey(
  'a borrower sees the penal charge of an overdue loan, and a payment reported twice counts once',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await sandbox.advance('P7D')
    await person.orderIs(orderId, 'loaned')
    await sandbox.advance('P3D')
    await person.orderIs(orderId, 'overdue')
    await person.enter(page.context())

    await page.goto('/')
    for (const text of [
      'Overdued',
      'Overdue, to pay today',
      '₹5,065.11',
      'Includes penal charge',
      '₹15.11',
    ])
      await see(text)
    await page.goto('/order')
    for (const text of [
      'To pay today',
      '₹5,065.11',
      /^3 days overdue, since .* Includes a penal charge of ₹15\.11\.$/,
    ])
      await see(text)
    await page.goto(`/orders/${orderId}/detail`)
    for (const text of [
      '₹5,065.11',
      /3 days overdue/,
      '₹50.00',
      '₹15.11',
      'Penal charge, 3 days',
      'Interest, 10 days',
      /^Trouble paying\? Write to .* today\./,
    ])
      await see(text)

    await page.goto(`/orders/${orderId}/detail`)
    await tap('Repayment')
    await tap(/^Pay ₹/)
    await arrive(/\/sandbox\/pay\//)
    await tap('Fail')
    await arrive('/')
    await see('Your payment of ₹5,065.11 did not go through. No money was taken.')
    expect((await person.detail(orderId)).position?.paid.principal).toBe(0)

    await person.pay(orderId, 'due', 'notify-twice')
    const end = await person.orderIs(orderId, 'settled')
    expect(end.position?.paid).toEqual({ penal: 15_11, interest: 50_00, principal: 5_000_00 })
    await page.goto('/order')
    for (const text of ['Settled', 'Received', 'Total paid', '₹5,065.11']) await see(text)
    await tap(/^Details and documents/)
    await arrive(`/orders/${orderId}/detail`)
    for (const text of ['Settled', 'Total paid', '₹5,065.11', 'Repaid on', 'No-dues certificate'])
      await see(text)
  },
)
