import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { openItem } from '#e2e/rig/open-item.ts'

openTheProduct()

const REASON = 'The account is in the name of another person.'

journey(
  'an account whose name is written differently waits for the KYC officer, whose reason its borrower reads',
  async scene => {
    const { page, see, type, tap, look, server } = scene
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    await page.goto('/bank')
    await tap('Add account')
    await type('IFSC code', 'SBIN0001234')
    await type('Bank Account No.', '5555550002')
    await type('Confirm Account No.', '5555550002')
    await tap('Apply Now')
    await see('Our team checks the name on it first.')
    await see('Our team is checking the name on this account.')
    expect(await page.getByRole('button', { name: /•••• 0002/ }).isDisabled()).toBe(true)
    await look('bank account to check')

    await enterAs(scene, 'kyc officer')
    await openItem(scene, 'Names to review', 'identity')
    await see('Name at the bank')
    await tap('Show both names in full')
    await look('console names')
    await tap(REASON)
    await tap('Deny')
    await page.waitForURL(/\/console\/?$/)

    await page.goto('/bank')
    await see(`Not accepted: ${REASON}`)
  },
  [iPhone, desktop],
)
