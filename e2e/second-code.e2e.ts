import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import { answerTo } from '#e2e/rig/answer.ts'
import { expectNoViolations } from '#e2e/rig/axe.ts'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { journey, openTheProduct, type Scene } from '#e2e/rig/journey.ts'
import { screenLockOn } from '#e2e/rig/screen-lock.ts'
import { takeScreenshot } from '#e2e/rig/screenshot.ts'
import { signIn, somebody } from '#e2e/rig/walk.ts'

openTheProduct()

const CONFIRM = contract.account.confirmDevice.path
const WRONG = 'This code is wrong. Please check it and try again.'
const EXPIRED = 'This code has expired. Please ask for a new one.'

const dialogOf = ({ page }: Scene) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Enters a code, and returns the reason of a refusal. */
async function confirm(scene: Scene, code: string): Promise<string | undefined> {
  await scene.type('Code from the SMS', code)
  const tap = dialogOf(scene).getByRole('button', { name: 'Confirm', exact: true }).click()
  return (await answerTo(tap, scene.page, CONFIRM)).reason
}

/** Enters a code that must not work. The page may show its sentence from the code before. */
async function confirmInVain(scene: Scene, code: string): Promise<void> {
  expect(await confirm(scene, code)).toBe('confirm-code-wrong')
  await scene.see(WRONG)
}

/** Looks at the dialog; the button behind it that asked for the code is busy as long as it is open. */
async function lookAtDialog({ page, device }: Scene, name: string): Promise<void> {
  await takeScreenshot(page, `${name} ${device.name}`)
  await expectNoViolations(page)
}

/** Six digits that are not the code. */
function anotherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** The code is typed wrong, then too late, then after a newer one has voided it; the newest is right. */
async function throughEveryCode(scene: Scene, phone: string, first: string, name: string) {
  const { page, see, tap, sandbox } = scene
  await see(/^resend in \d+ seconds$/)
  await page.clock.install()
  await confirmInVain(scene, anotherThan(first))
  await lookAtDialog(scene, `${name}, wrong`)
  await sandbox.advance('PT6M')
  await page.clock.fastForward('06:00')
  expect(await confirm(scene, first)).toBe('code-expired')
  await see(EXPIRED)
  const second = await sandbox.codeAfter(phone, () => tap('resend'), 6)
  await see(/^resend in \d+ seconds$/)
  await lookAtDialog(scene, `${name}, sent again`)
  await confirmInVain(scene, first)
  expect(await confirm(scene, second)).toBeUndefined()
}

journey(
  'on a new phone the second code is wrong, late, voided by a newer one, and right',
  async scene => {
    const { page, see, tap, arrive, sandbox, server } = scene
    const { phone } = await readyBorrower(server.origin)
    // A code can be requested a minute after the last one.
    await sandbox.advance('PT1M')
    await page.goto('/login')
    await signIn(scene, somebody({ phone }))
    await arrive('/')
    await page.goto('/personal/data')
    await see('This device is new. Please confirm first that it is you.')
    const code = await sandbox.codeAfter(phone, () => tap('Confirm'), 6)
    await see(/^This device is new\. Here you can see and repay your loans\./)
    await throughEveryCode(scene, phone, code, 'second code')
    await see('Download your data')
  },
)

journey(
  'a phone that lies open asks again who it is before a passkey is added or removed',
  async scene => {
    const { page, see, tap, sandbox, server } = scene
    await screenLockOn(page, server.origin)
    const person = await readyBorrower(server.origin)
    await person.enter(page.context())
    const longAgo = () =>
      server.reading(db => db.raw(`UPDATE session SET proved_at = now() - interval '10 minutes'`))
    await longAgo()
    await page.goto('/personal')
    await tap(/^Your devices/)
    const add = () => tap('Add a passkey')
    await sandbox.codeAfter(person.phone, add, 6)
    await see('You are changing how you sign in. Please enter the code that we sent to your phone.')
    await lookAtDialog(scene, 'code again')
    await dialogOf(scene).getByRole('button', { name: 'Close' }).click()
    await see('Please confirm again that it is you before you change your passkeys.')
    await see('You have no passkey.')

    await sandbox.advance('PT1M')
    const code = await sandbox.codeAfter(person.phone, add, 6)
    await throughEveryCode(scene, person.phone, code, 'code again')
    await see('Passkey · This device')

    await longAgo()
    await sandbox.advance('PT1M')
    const last = await sandbox.codeAfter(person.phone, () => tap('Remove this passkey'), 6)
    expect(await confirm(scene, last)).toBeUndefined()
    await see('You have no passkey.')
  },
)
