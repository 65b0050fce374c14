import { expect } from 'vitest'
import { newIdentity, newPhone } from './borrower.ts'
import type { Scene } from './journey.ts'
import type { Sandbox } from './sandbox.ts'

/** A person who goes through the product on its pages, with their answers. */
export type Person = {
  readonly phone: string
  readonly aadhaar: string
  readonly pan: string
  readonly monthlyIncome: string
}

/** A scene whose codes come from the sandbox, or from a lender's vendors. */
type Walk = Omit<Scene, 'sandbox'> & { readonly sandbox: Pick<Sandbox, 'code' | 'codeAfter'> }

export function somebody(about: Partial<Person> = {}): Person {
  return { phone: newPhone(), ...newIdentity(), monthlyIncome: '45000', ...about }
}

/** Signs in on the login page with the code from the SMS. */
export async function signIn({ page, tap, type, sandbox }: Walk, { phone }: Person): Promise<void> {
  await type('Mobile number', phone)
  await page.getByRole('checkbox').check()
  await type('Code', await sandbox.codeAfter(phone, () => tap('Get')))
  await tap('LOGIN')
}

/** Completes all five steps, from the dispatcher to the apply page.  */
export async function verify(
  scene: Walk,
  person: Person,
  productId: string,
  { face = drawnFace }: { face?: Step } = {},
): Promise<void> {
  const { page, arrive } = scene
  await page.goto(`/auth/index?pid=${productId}`)
  for (const step of [basicInfo, workInfo, identity, face, contacts]) {
    await arrive(step.path)
    await step.fill(scene, person)
    await step.submit(scene)
  }
  await arrive(`/product/${productId}/detail`)
}

export type Step = {
  readonly name: string
  readonly path: string
  readonly fill: (scene: Walk, person: Person) => Promise<void>
  readonly submit: (scene: Walk) => Promise<void>
}

const next = ({ tap }: Walk) => tap('NEXT')

export const basicInfo: Step = {
  name: 'basic info',
  path: '/auth/basic',
  async fill({ page, type }) {
    await page.getByLabel('Education').selectOption({ index: 3 })
    await page.getByLabel('Marital status').selectOption({ index: 1 })
    await chooseDistrict({ page }, 'State you live in', 'Maharashtra', 'liveDistrict', 'Pune')
    await type('PIN code', '411038')
    await page.getByLabel('Salary day').selectOption('1')
  },
  submit: next,
}

export const workInfo: Step = {
  name: 'work info',
  path: '/auth/work',
  async fill({ page }, { monthlyIncome }) {
    await page.locator('[name=workState]').selectOption('1')
    await page.locator('[name=companyName]').fill('Asha Textiles')
    await chooseDistrict({ page }, 'Company state', 'Maharashtra', 'companyDistrict', 'Pune')
    await page.locator('[name=workingYears]').selectOption({ index: 2 })
    await page.locator('[name=monthlyIncome]').fill(monthlyIncome)
    await page.locator('[name=monthlyObligations]').fill('0')
  },
  submit: next,
}

export const identity: Step = {
  name: 'identity',
  path: '/auth/identity',
  async fill({ page, see, tap, type, sandbox }, { aadhaar, pan, phone }) {
    await page.locator('[name=idNo]').fill(aadhaar)
    await tap('Send OTP')
    await type('OTP from the SMS', await sandbox.code(phone, 6))
    await see('Verified')
    await page.locator('[name=panNo]').fill(pan)
  },
  submit: ({ tap }) => tap('CONFIRM'),
}

/** The step of the face where its check is simulated. */
export const drawnFace: Step = {
  name: 'face',
  path: '/auth/face',
  async fill({ page, tap }) {
    await tap('Open camera')
    await page.locator('video').waitFor()
    await tap('Take picture')
    await page.getByAltText('The picture of your face').waitFor()
  },
  async submit({ tap, see }) {
    await tap('NEXT')
    await see('Your picture was accepted')
    await tap('NEXT')
  },
}

const contacts: Step = {
  name: 'contacts',
  path: '/auth/contacts',
  async fill({ page }) {
    const people = [
      { slot: 'one', relation: '1', name: "Ramesh O'Kumar", phone: '9812345678' },
      { slot: 'two', relation: '2', name: 'Meena Devi', phone: '9812345679' },
      { slot: 'third', relation: '3', name: 'Ravi S. Rao', phone: '9812345670' },
    ]
    for (const { slot, relation, name, phone } of people) {
      await page.locator(`[name=${slot}Relation]`).selectOption(relation)
      await page.locator(`[name=${slot}Name]`).fill(name)
      await page.locator(`[name=${slot}Mobile]`).fill(phone)
    }
  },
  submit: next,
}

async function chooseDistrict(
  { page }: Pick<Walk, 'page'>,
  stateLabel: string,
  state: string,
  name: string,
  district: string,
): Promise<void> {
  await page.getByLabel(stateLabel).selectOption({ label: state })
  const districts = page.locator(`[name=${name}]`)
  await districts.locator('option', { hasText: district }).first().waitFor({ state: 'attached' })
  await districts.selectOption({ label: district })
}

/** Adds a bank account from the apply page, and returns there with it chosen. */
export async function addBankAccount(
  scene: Walk,
  { account = '012345678901' }: { account?: string } = {},
): Promise<void> {
  const { page, tap, type, see, arrive } = scene
  await tap(/Add a bank account/)
  await arrive('/bank')
  await tap(/Add account/)
  await arrive('/bank/add')
  await type('IFSC code', 'SBIN0001234')
  await see('State Bank of India')
  await type('Bank Account No.', account)
  await type('Confirm Account No.', account)
  await tap('Apply Now')
  await arrive('/bank')
  await see(/^The account was added\. The bank says it belongs to \S/)
  await page.getByRole('button', { name: new RegExp(account.slice(-4)) }).click()
  await arrive(/^\/product\/[\w-]+\/detail$/)
  expect(new URL(page.url()).searchParams.get('bank_id')).toBeTruthy()
}

/** Returns the order id in an address such as `/orders/{id}/confirm`. */
export function orderIdIn({ page }: Walk): string {
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}
