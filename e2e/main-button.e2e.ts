import { expect } from 'vitest'
import { newBorrower } from '#e2e/rig/borrower.ts'
import { androidPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'

openTheProduct()

type Button = { button: string; says: string; answers: string }

/**
 * The main button is enabled, says what is missing in its description, and answers a press with the
 * specified message.
 */
async function pressQuiet({ page, see }: Scene, { button, says, answers }: Button): Promise<void> {
  const main = page.getByRole('button', { name: button, exact: true })
  await see(says)
  expect(await main.isEnabled(), button).toBe(true)
  const line = (await main.getAttribute('aria-describedby')) ?? 'none'
  expect(await page.locator(`[id="${line}"]`).textContent()).toBe(says)
  await main.click()
  await see(answers)
}

journey(
  'says below each main button what is missing, and answers its press',
  async scene => {
    const { page, server, see, type, look } = scene
    await (await newBorrower(server.origin)).enter(page.context())

    for (const [step, total] of [
      ['basic', 6],
      ['work', 7],
    ] as const) {
      await page.goto(`/auth/${step}`)
      await see(`${total} answers are still missing`)
      expect(await page.getByRole('button', { name: 'NEXT' }).isDisabled(), step).toBe(true)
    }

    await page.goto('/auth/identity')
    await pressQuiet(scene, {
      button: 'CONFIRM',
      says: 'Still missing: Aadhaar OTP, PAN',
      answers: 'Please Input IDcard No.',
    })
    await page.locator('[name=panNo]').fill('ABCPE1234F')
    await see('Still missing: Aadhaar OTP')
    await look('identity with something missing')

    await page.goto('/auth/face')
    await pressQuiet(scene, {
      button: 'NEXT',
      says: 'Still missing: a picture of your face',
      answers: 'Please Upload Face Recognition ',
    })
    await page.getByRole('button', { name: 'Open camera' }).click()
    await page.locator('video').waitFor()
    await page.getByRole('button', { name: 'Take picture' }).click()
    await see('Looks good?')
    expect(await page.getByText('Still missing').count()).toBe(0)
    await look('face looks good')

    await page.goto('/auth/contacts')
    await pressQuiet(scene, {
      button: 'NEXT',
      says: '9 answers are still missing',
      answers: 'In order to apply for a loan, please complete the emergency contact information.',
    })
    for (const slot of ['one', 'two', 'third']) {
      await page.locator(`[name=${slot}Relation]`).selectOption('1')
      await page.locator(`[name=${slot}Name]`).fill('Ramesh Kumar')
    }
    await page.locator('[name=oneMobile]').fill('9812345678')
    await pressQuiet(scene, {
      button: 'NEXT',
      says: '2 answers are still missing',
      answers: 'Please input 2th contact phone number',
    })

    await page.goto('/bank/add')
    await pressQuiet(scene, {
      button: 'Apply Now',
      says: 'Still missing: IFSC code, Bank Account No., Confirm Account No.',
      answers: 'Please input Ifsc Code.',
    })
    await type('IFSC code', 'SBIN0001234')
    await pressQuiet(scene, {
      button: 'Apply Now',
      says: 'Still missing: Bank Account No., Confirm Account No.',
      answers: 'Please input Bank Account.',
    })
    await look('bank add with something missing')

    await page.goto('/feedback')
    await pressQuiet(scene, {
      button: 'Submit',
      says: 'Please choose what it is about.',
      answers: 'Please write your feedback first.',
    })
  },
  [androidPhone],
)

journey(
  'says what an application still needs, and answers a press without a bank account',
  async scene => {
    const { page, server, look, see } = scene
    const borrower = await newBorrower(server.origin)
    await borrower.verify()
    await borrower.enter(page.context())
    await page.goto('/product/saral-weekly/detail')
    await pressQuiet(scene, {
      button: 'APPLY NOW',
      says: 'Still missing: a bank account, the loan purpose',
      answers: 'Attention! Just one step away from receiving cash! Add payment account.',
    })
    await look('apply with something missing')
    await page.getByRole('radio', { name: 'Education' }).check()
    await see('Still missing: a bank account')
  },
  [androidPhone],
)
