import { isInNativeShell } from '#web/device/in-native-shell.ts'

/** A numeric address has no passkeys: they belong to a host name. */
const NUMERIC_HOST = /^[\d.]+$|^\[/

/**
 * Whether this browser can hold a passkey: on a device with a screen lock, under a host name. Pages
 * inside a native app use the sign-in of the app.
 */
export async function canUsePasskeys(): Promise<boolean> {
  if (isInNativeShell() || NUMERIC_HOST.test(location.hostname)) return false
  const { PublicKeyCredential: keys } = globalThis as Partial<typeof globalThis>
  return (await keys?.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true
}
