import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

journey(
  'sends a visitor to login and back, but never to another site',
  async scene => {
    const { page, arrive, see } = scene
    await page.goto('/product/saral-seven?adjust_referrer=abc&x=1')
    await arrive('/login')
    const search = new URL(page.url()).searchParams
    expect(search.get('redirect')).toBe('/product/saral-seven?adjust_reftag=abc&x=1')
    expect([search.get('adjust_reftag'), search.get('adjust_referrer'), search.get('x')]).toEqual([
      'abc',
      null,
      '1',
    ])
    await page.reload()
    await signIn(scene, somebody())
    await arrive('/product/saral-seven')
    await see('Saral Seven')

    await page.goto('/personal')
    await page.getByRole('button', { name: 'Quit', exact: true }).click()
    await arrive('/login')
    await page.goto('/login?redirect=//elsewhere.example/x')
    await signIn(scene, somebody())
    await arrive('/')
  },
  [iPhone],
)

journey(
  'the login page says what is missing and refuses a wrong code',
  async ({ page, see, tap, type, sandbox }) => {
    const { phone } = somebody()
    await page.goto('/login')
    await type('Mobile number', `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
    // The number may be typed before the app has started on the prerendered page.
    await expect.poll(() => page.getByLabel('Mobile number').inputValue()).toBe(phone)
    await tap('Get')
    await see('Please agree with Loan Guarantee Argreement.')
    expect(await sandbox.sms(phone)).toEqual([])
    expect(await page.getByRole('button', { name: 'LOGIN' }).isDisabled()).toBe(true)
    await page.getByRole('checkbox').check()
    await tap('Get')
    const code = await sandbox.code(phone)
    await type('Code', code === '0000' ? '1111' : '0000')
    await tap('LOGIN')
    await see('This code is wrong. Please check it and try again.')
    expect(new URL(page.url()).pathname).toBe('/login')
  },
  [iPhone],
)

journey(
  'answers for another borrower’s order, card and payment as for missing ones',
  async ({ page, see, server }) => {
    const [owner, stranger] = await Promise.all([
      readyBorrower(server.origin),
      readyBorrower(server.origin),
    ])
    const orderId = await owner.borrow('saral-seven', 1_000)
    const { paymentId } = await owner.requestPayment(orderId)
    const orders = stranger.browser.calls(contract.order)
    const payments = stranger.browser.calls(contract.repay)
    const extensions = stranger.browser.calls(contract.extension)
    const key = { idempotencyKey: 'a-stranger' }
    const missing = '0198c2f0-0000-7000-8000-000000000000'
    const alike = async <T>(ask: (id: string) => Promise<T>, id: string) =>
      expect(await ask(id)).toEqual(await ask(missing))

    await alike(id => orders.detail({ orderId: id }), orderId)
    await alike(id => orders.keyFacts({ orderId: id }), orderId)
    await alike(id => orders.loan({ orderId: id }, { idempotencyKey: `loan-${id}` }), orderId)
    await alike(
      id => orders.withdraw({ orderId: id }, { idempotencyKey: `withdraw-${id}` }),
      orderId,
    )
    await alike(
      id => payments.repay({ orderId: id, scope: 'due' }, { idempotencyKey: `repay-${id}` }),
      orderId,
    )
    await alike(id => payments.payoff({ orderId: id }), orderId)
    await alike(id => payments.status({ paymentId: id }), paymentId)
    await alike(id => extensions.keyFacts({ orderId: id, extensionId: id }), orderId)
    const wish = { productId: 'saral-seven', borrowAmount: 1_000_00, periods: 7, autoGetMoney: 0 }
    const cardId = await owner.cardId()
    const application = { ...wish, cardId } as Parameters<typeof orders.apply>[0]
    expect(await orders.apply(application, key)).toMatchObject({ reason: 'bank-card-not-found' })
    expect(answeredOrders(await orders.list({}))).toEqual([])

    await stranger.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await see('We could not find this order.')
  },
  [iPhone],
)

journey(
  'leads to login after the session was ended on another device',
  async ({ page, see, arrive, server, forgive }) => {
    forgive(/Failed to load resource/)
    const person = await newBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/')
    await see('Saral Weekly')
    await person.browser.calls(contract.login).logout({ everywhere: true })
    await page.goto('/order')
    await arrive('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
  [iPhone],
)

journey(
  'checks the fields of a bank account in their order, and adds no account',
  async ({ page, see, tap, type, server }) => {
    const person = await newBorrower(server.origin)
    await person.verify()
    await person.enter(page.context())
    await page.goto('/bank/add?pid=saral-seven')
    await tap('Apply Now')
    await see('Please input Ifsc Code.')
    await type('IFSC code', 'SBIN0001234')
    await tap('Apply Now')
    await see('Please input Bank Account.')
    await type('Bank Account No.', '0123 4567 8901')
    await tap('Apply Now')
    await see('Please input Confirm Account.')
    await type('Confirm Account No.', '012345678902')
    await tap('Apply Now')
    await see('Please Confirm Account.')
    const cards = await person.browser.calls(contract.bank).cards({})
    expect(cards).toMatchObject({ ok: true, data: [] })
  },
  [iPhone],
)

journey(
  'asks for a second code before Get Money on a new device',
  async scene => {
    const { page, see, tap, type, arrive, sandbox, server } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.apply('saral-seven', 1_000)
    await person.orderIs(orderId, 'pass')
    // A code can be requested a minute after the last one.
    await sandbox.advance('PT1M')
    await page.goto(`/orders/${orderId}/confirm`)
    await arrive('/login')
    await signIn(scene, somebody({ phone: person.phone }))
    await arrive(`/orders/${orderId}/confirm`)
    await page.getByRole('checkbox').check()
    await tap('Get Money')
    await see('Confirm that it is you')
    await see(/^resend in \d+ seconds$/)
    await page.clock.install()
    await page.clock.fastForward('01:00')
    await sandbox.advance('PT1M')
    const code = await sandbox.codeAfter(person.phone, () => tap('resend'), 6)
    await see(/^resend in \d+ seconds$/)
    await type('Code from the SMS', code === '000000' ? '111111' : '000000')
    await tap('Confirm')
    await see('This code is wrong. Please check it and try again.')
    await type('Code from the SMS', code)
    await tap('Confirm')
    await arrive('/order')
    await person.orderIs(orderId, 'loaned')
  },
  [iPhone],
)

function answeredOrders(result: { ok: boolean; data?: readonly unknown[] }): readonly unknown[] {
  return result.data ?? ['no answer']
}
