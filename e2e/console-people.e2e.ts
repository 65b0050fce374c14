import { expect } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { approveProposal } from '#e2e/rig/approve.ts'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { inviteStaff } from '#e2e/rig/invite-staff.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'
import { enterInvited, givePasskey } from '#e2e/rig/passkey.ts'

openOwnProduct()

journey(
  'an administrator proposes other permissions for a role, and the decider sees exactly what changes',
  async scene => {
    const { page, see, tap, look } = scene
    await enterAs(scene, 'viewer')
    await enterAs(scene, 'administrator')
    await tap('Staff')
    const role = page.locator('.values > div').filter({ hasText: 'Viewer' }).first()
    await role.getByText('Propose other permissions').click()
    const propose = role.getByRole('button', { name: 'Propose', exact: true })
    await role.getByLabel('Reason').fill('Viewers are auditors here.')
    expect(await propose.isDisabled(), 'nothing is changed yet').toBe(true)
    await role.getByText('see people and roles', { exact: true }).click()
    await role.getByText('see proposals', { exact: true }).click()
    await look('console role')
    await propose.click()
    await page.waitForURL(/\/console\/proposals$/)
    await tap('Change a role')
    await see('Another person has to decide this')

    await enterAs(scene, 'compliance')
    await page.goto('/console/proposals')
    await tap('Look at it and decide')
    await see('What everybody with the role Viewer may do changes at once')
    const approve = page.getByRole('button', { name: 'Approve' })
    const changes = page.getByRole('table').getByRole('row')
    await expect
      .poll(() => changes.allTextContents())
      .toEqual(['WhatBeforeAfter', 'see proposalsyes–', 'see people and roles–yes'])
    expect(await approve.isDisabled(), 'without a reason').toBe(true)
    await page.getByLabel('Reason').fill('The board agreed.')
    await look('console deciding a role')
    await approve.click()
    await see('approved by compliance@sandbox.example')
    await see('The board agreed.')
  },
  [desktop],
)

journey(
  'an administrator proposes other roles for a person',
  async scene => {
    const { page, see, tap, look } = scene
    await enterAs(scene, 'viewer')
    await enterAs(scene, 'administrator')
    await page.goto('/console/staff')
    await see('viewer@sandbox.example')
    const person = page.getByRole('listitem').filter({ hasText: 'viewer@sandbox.example' })
    await person.getByText('Propose other roles').click()
    await person.getByText('Collections', { exact: true }).click()
    const form = person.locator('details').filter({ hasText: 'Propose other roles' })
    await form.getByLabel('Reason').fill('She works off arrears, too.')
    await look('console roles of a person')
    await form.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.waitForURL(/\/console\/proposals$/)
    await tap("Change a person's roles")
    await see('The roles of viewer@sandbox.example change at once')
    await see('Collections')
    await tap('Withdraw')
    await see(/^withdrawn by/)
  },
  [desktop],
)

// Before there is a second administrator: who approved confirms only where nobody else can.
journey(
  'an invited person works once a colleague has typed the code that their page shows',
  async scene => {
    const { page, see, tap, type, look, server } = scene
    const mail = 'meena@lender.example'
    await enterAs(scene, 'administrator')
    await tap('Staff')
    await type('Mail address', mail)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.locator('form').getByLabel('Reason').fill('She begins on Monday.')
    await page.locator('form').getByRole('button', { name: 'Propose', exact: true }).click()
    await enterAs(scene, 'compliance')
    await page.goto('/console/proposals')
    await approveProposal(scene, { about: mail })
    await see('approved by compliance@sandbox.example')
    expect(await page.content()).not.toContain('invitation#')

    await enterAs(scene, 'administrator')
    await page.goto('/console/staff')
    await tap('Make the link')
    await see(`Send this link to ${mail} and to nobody else.`)
    const link = (await page.locator('code').textContent()) ?? ''
    expect(link).toContain('/console/invitation#')
    await look('console link of an invitation')

    const meena = await scene.elsewhere(desktop)
    await givePasskey(meena.page, server.origin)
    await meena.page.goto(link)
    await meena.tap('Make a passkey')
    await meena.see('Your account works once a colleague has confirmed that it is you.')
    const code = (await meena.page.locator('strong').textContent()) ?? ''
    expect(code).toMatch(/^\d{6}$/)
    await meena.look('console account to be confirmed')

    await page.reload()
    await see('Another person has to confirm this')
    await enterAs(scene, 'compliance')
    await page.goto('/console/staff')
    await type('Code of their page', code)
    await look('console confirming a person')
    await tap('Confirm')
    await meena.see('Inbox')
  },
  [desktop],
)

journey(
  'a person sees the own sessions and passkeys, and ends a session',
  async scene => {
    const { page, see, tap, look } = scene
    await enterInvited(scene, 'asha@lender.example')
    // The cookies of these sessions are forgotten, as on devices that were lost.
    for (let lost = 0; lost < 2; lost++) {
      await page.context().clearCookies()
      await page.reload()
      await tap('Sign in with a passkey')
      await see('Inbox')
    }
    await tap(/asha@/)
    await tap('Your account')
    await see('this one')
    await see('Your only passkey. Add another one before you remove it.')
    await look('console account')
    const ends = page.getByRole('button', { name: /^End the session of/ })
    const asked = Promise.withResolvers<void>()
    await page.route(`**${staffContract.staffSession.endSession.path}`, async route => {
      await asked.promise
      await route.continue()
    })
    await ends.first().click()
    await expect.poll(() => ends.first().getAttribute('aria-busy')).toBe('true')
    expect(await ends.nth(1).getAttribute('aria-busy'), 'the other button does not spin').toBeNull()
    asked.resolve()
    await expect.poll(() => ends.count()).toBe(1)
    await ends.click()
    await expect.poll(() => ends.count()).toBe(0)
  },
  [desktop],
)

journey(
  'an invited administrator makes a passkey, signs out and in, and proves anew for an act',
  async scene => {
    const { page, see, tap, type, look, server } = scene
    await givePasskey(page, server.origin)
    await page.goto(await inviteStaff(server, 'asha@lender.example'))
    await see('asha@lender.example, make a passkey on this device.')
    await look('console invitation')
    await tap('Make a passkey')
    await see('Inbox')
    await tap('asha@lender.example')
    await see('Administrator')
    await look('console account menu')
    await tap('Sign out')
    await tap('Sign in with a passkey')
    await see('asha@lender.example')

    await server.reading(db =>
      db.raw(`UPDATE staff_session SET proved_at = proved_at - interval '6 minutes'`),
    )
    await tap('Staff')
    await type('Mail address', 'ravi@lender.example')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.locator('form').getByLabel('Reason').fill('He begins on Monday.')
    await look('console staff')
    await page.locator('form').getByRole('button', { name: 'Propose', exact: true }).click()
    await see('He begins on Monday.')
    await see('Another person has to decide this')
  },
  [desktop],
)
