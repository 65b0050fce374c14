import { isInNativeShell } from '#web/device/in-native-shell.ts'

/** An address of digits has no passkeys: they belong to a name. */
const NUMERIC_HOST = /^[\d.]+$|^\[/

/**
 * Whether this browser can hold a passkey: on a device with a screen lock, under a name. The pages
 * inside a native app use its own sign-in.
 */
export async function canUsePasskeys(): Promise<boolean> {
  if (isInNativeShell() || NUMERIC_HOST.test(location.hostname)) return false
  const { PublicKeyCredential: keys } = globalThis as Partial<typeof globalThis>
  return (await keys?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true
}
