/** The acts of a borrower with a passkey, through the real calls. */
import { contract } from '#contract/index.ts'
import { type Authenticator, newAuthenticator } from '#server/testing/authenticator.ts'
import type { Browser } from '#server/testing/browser.ts'

/** Adds a passkey in a browser; the answer is the refusal of either of the two calls. */
export async function addPasskeyIn(
  browser: Browser,
  origin: string,
  keys: Authenticator = newAuthenticator(origin),
) {
  const calls = browser.calls(contract.passkey)
  const options = await calls.addOptions({})
  const answer = options.ok ? await calls.add(keys.create(options.data)) : options
  return { keys, answer }
}

/** Proves the owner of the browser's session by a passkey. */
export async function proveByPasskey(browser: Browser, keys: Authenticator) {
  const calls = browser.calls(contract.passkey)
  const options = await calls.confirmOptions({})
  return options.ok ? calls.confirm({ signature: keys.sign(options.data) }) : options
}
