import { contract } from '#contract/index.ts'
import { borrowerIn } from '#e2e/rig/borrower.ts'
import { openSandbox } from '#e2e/rig/sandbox.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import type { Messenger } from './messenger.ts'

/** A verified borrower with a bank account and two devices. */
export type Person = {
  /** Ten digits. */
  readonly phone: string
  readonly cardId: string
  /** The device on which the identity was verified. */
  readonly mobile: Browser
  readonly tablet: Browser
}

/** Signs a new person up; `number` makes the mobile number. */
export async function signUp(
  origin: string,
  messenger: Messenger,
  number: number,
  about: { readonly monthlyIncome?: string } = {},
): Promise<Person> {
  const phone = `98${String(number).padStart(4, '0')}1234`
  const mobile = browserOn(origin)
  const tablet = browserOn(origin)
  await signIn(mobile, messenger, phone)
  const borrower = borrowerIn(mobile, openSandbox(origin), origin, phone)
  await borrower.verify(about)
  const cardId = await borrower.addBank()
  return { phone, cardId, mobile, tablet }
}

/** Signs a person in on a device; false if the server did not let them in. */
export async function signIn(
  browser: Browser,
  messenger: Messenger,
  phone: string,
): Promise<boolean> {
  const login = browser.calls(contract.login)
  // A code that was sent a moment ago is still good; the server sends no other so soon.
  await login.sendCode({ phone: `91${phone}` })
  const code = messenger.codeOf(`91${phone}`)
  if (code === undefined) return false
  const session = await login.login({ phone: `91${phone}`, code })
  if (session.ok) browser.token = session.data.token
  return session.ok
}

/** Proves with the second code that a device is its owner's; false if the server refused the code. */
export async function confirmDevice(
  browser: Browser,
  messenger: Messenger,
  phone: string,
): Promise<boolean> {
  const account = browser.calls(contract.account)
  await account.sendConfirmCode({})
  const code = messenger.codeOf(`91${phone}`)
  return code !== undefined && (await account.confirmDevice({ code })).ok
}

/** Subscribes a person to push notifications. */
export async function subscribe({ mobile, phone }: Person): Promise<void> {
  const userPublicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)]).toString('base64url')
  const auth = Buffer.alloc(16, 7).toString('base64url')
  const endpoint = `https://fcm.googleapis.com/fcm/send/${phone}`
  await mobile.calls(contract.push).subscribe({ endpoint, auth, userPublicKey })
}
