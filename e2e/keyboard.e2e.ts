import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { type Keyboard, onlyKeys } from '#e2e/rig/keyboard.ts'
import { filledIn, prepare } from '#e2e/rig/prepared.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { settled } from '#e2e/rig/settled.ts'
import { type Person, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

/** A smaller shift keeps it in sight. */
const SHIFT_PX = 48

type Hands = Scene & { readonly keys: Keyboard; readonly person: Person }

async function signIn({ page, keys, person, sandbox, arrive }: Hands): Promise<void> {
  await page.goto('/login')
  await keys.type('Mobile number', person.phone)
  await keys.press(/^I agree/, 'Space')
  await keys.to('Get', 'Shift+Tab')
  const code = await sandbox.codeAfter(person.phone, () => page.keyboard.press('Enter'))
  await expect.poll(async () => (await keys.focus()).name).toMatch(/^Code/)
  await page.keyboard.type(code)
  await keys.press('LOGIN')
  await arrive('/')
  await keys.beginsAtTheHeading()
}

async function answerForms({ keys, person, arrive }: Hands): Promise<void> {
  await arrive('/auth/basic')
  await keys.beginsAtTheHeading()
  await keys.choose('Education', 'Graduate')
  await keys.choose('Marital status', 'Married')
  await keys.choose('State you live in', 'Maharashtra')
  await keys.choose('District', 'Pune')
  await keys.type('PIN code', '411038')
  await keys.choose('Salary day of the month', '7')
  await keys.press('NEXT')
  await arrive('/auth/work')
  await keys.beginsAtTheHeading()
  await keys.choose('Work', 'Salaried')
  await keys.type('Company name', 'Asha Textiles')
  await keys.choose('Company state', 'Maharashtra')
  await keys.choose('Company district', 'Pune')
  await keys.choose('Years in this job', '1 to 3')
  await keys.type(/^Monthly income/, person.monthlyIncome)
  await keys.type(/^EMIs and other loan payments/, '0')
  await keys.press('NEXT')
}

async function proveIdentity({ page, keys, person, sandbox, arrive, see }: Hands): Promise<void> {
  await arrive('/auth/identity')
  await keys.beginsAtTheHeading()
  await keys.type('Aadhaar number', person.aadhaar)
  await keys.press('Send OTP')
  await keys.staysInDialog()
  await keys.type('OTP from the SMS', await sandbox.code(person.phone, 6))
  await see('Verified')
  await keys.keepsFocus()
  await keys.type('PAN', person.pan)
  await keys.press('CONFIRM')
  await arrive('/auth/face')
  await keys.beginsAtTheHeading()
  await keys.press('Open camera')
  await page
    .locator('video')
    .evaluate(
      video => new Promise(end => (video as HTMLVideoElement).requestVideoFrameCallback(end)),
    )
  await keys.keepsFocus()
  await keys.press('Take picture')
  await page.getByAltText('The picture of your face').waitFor()
  await keys.keepsFocus()
  await keys.press('NEXT')
  await see('Your picture was accepted')
  await keys.press('NEXT')
}

async function nameContacts({ keys, arrive }: Hands): Promise<void> {
  await arrive('/auth/contacts')
  await keys.beginsAtTheHeading()
  for (const [relation, name, mobile] of [
    ['Father', 'Ramesh Kumar', '9812345678'],
    ['sisters', 'Meena Devi', '9812345679'],
    ['Friends', 'Ravi Rao', '9812345670'],
  ] as const) {
    await keys.choose('Relationship', relation)
    await keys.type('Name', name)
    await keys.type('Mobile number', mobile)
    await keys.to('Mobile number')
    await keys.keepsFocus()
  }
  await keys.press('NEXT')
}

async function applyForIt({ page, keys, arrive, see }: Hands): Promise<void> {
  await arrive('/product/saral-seven/detail')
  await see('Auto get money')
  await keys.press(/^Pay on time/)
  await keys.staysInDialog()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await keys.focus()).name).toContain('Pay on time, pay less')
  await keys.press(/^Add a bank account/, 'Enter')
  await arrive('/bank')
  await keys.beginsAtTheHeading()
  await keys.press('Add account')
  await arrive('/bank/add')
  await keys.beginsAtTheHeading()
  await keys.type('IFSC code', 'SBIN0001234')
  await keys.type('Bank Account No.', '012345678901')
  await keys.type('Confirm Account No.', '012345678901')
  await keys.press('Apply Now')
  await arrive('/bank')
  await keys.press(/8901/)
  await arrive('/product/saral-seven/detail')
  await keys.press('Shopping', 'Space')
  await page.keyboard.press('ArrowDown')
  await keys.press('APPLY NOW')
  await arrive('/order')
}

async function takeAndRepay({ page, keys, arrive, see, sandbox }: Hands): Promise<void> {
  await keys.beginsAtTheHeading()
  await keys.press(/Saral Seven/)
  await arrive(/confirm$/)
  await keys.press(/^I have read/, 'Space')
  await keys.press('Get Money')
  await arrive('/order')
  await until('the money to arrive', async () => {
    await page.reload()
    await see(/Lending|Loaned/)
    return (await page.getByText('Loaned').count()) > 0 || undefined
  })
  await sandbox.advance('P7D')
  await keys.press(/Home$/)
  await arrive('/')
  await keys.press('Repayment')
  await arrive(/^\/orders\/.+\/detail$/)
  await keys.press('Repayment')
  await keys.press(/^Pay ₹/)
  await arrive(/\/sandbox\/pay\//)
  await keys.press('Pay')
  await arrive('/')
  await see('₹5,035.00 received. Thank you.')
}

journey(
  'leads from sign-in to the repaid loan with the keyboard alone',
  async scene => {
    const hands: Hands = { ...scene, keys: onlyKeys(scene.page), person: somebody() }
    await signIn(hands)
    await hands.see('Saral Seven')
    // This APPLY belongs to the weekly loan, so the address then names the seven-day loan.
    await hands.keys.press('APPLY')
    await hands.arrive('/auth/basic')
    await scene.page.goto('/auth/index?pid=saral-seven')
    await answerForms(hands)
    await proveIdentity(hands)
    await nameContacts(hands)
    await applyForIt(hands)
    await takeAndRepay(hands)
  },
  [iPhone],
)

journey(
  'an element that can have the focus while a page loads stays when it has loaded',
  async ({ page, server }) => {
    const prepared = await prepare.owing(server.origin)
    await prepared.borrower?.enter(page.context())
    const controls = () =>
      page
        .locator('a, button')
        .filter({ visible: true })
        .evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? each.textContent))
    for (const [{ path }, address] of [
      [contract.home.index, '/'],
      [contract.order.list, '/order'],
      [contract.order.detail, '/orders/{order}/detail'],
    ] as const) {
      const answer = Promise.withResolvers<void>()
      await page.route(`**${path}*`, async route => {
        await answer.promise
        await route.continue()
      })
      await page.goto(filledIn(address, prepared))
      await page.locator('main [aria-busy=true]').first().waitFor()
      await page.locator('main, nav').getByRole('link').first().waitFor()
      const before = await controls()
      expect(await page.locator('main [aria-busy=true]').count(), path).toBeGreaterThan(0)
      answer.resolve()
      await settled(page)
      expect(await controls(), path).toEqual(expect.arrayContaining(before))
    }
  },
)

journey(
  'the content below the cost of a loan does not move when the cost arrives',
  async ({ page, server }) => {
    const borrower = await newBorrower(server.origin)
    await borrower.verify()
    await borrower.enter(page.context())
    const top = () =>
      page.locator('#options').evaluate(options => options.getBoundingClientRect().top)
    for (const product of ['saral-seven', 'saral-weekly']) {
      const answer = Promise.withResolvers<void>()
      await page.route(`**${contract.order.quote.path}*`, async route => {
        await answer.promise
        await route.continue()
      })
      await page.goto(`/product/${product}/detail`)
      await page.locator('#options').waitFor()
      const before = await top()
      answer.resolve()
      await settled(page)
      expect(Math.abs((await top()) - before), product).toBeLessThan(SHIFT_PX)
    }
  },
)
