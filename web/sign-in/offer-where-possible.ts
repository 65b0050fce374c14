import { canUsePasskeys } from '#web/device/passkey-support.ts'

/** Offers a passkey after a sign-in by code, where this browser can hold one. Never throws. */
export async function offerPasskeyWherePossible(): Promise<void> {
  try {
    if (!(await canUsePasskeys())) return
    const { offerPasskey } = await import('#web/sign-in/offer-passkey.tsx')
    await offerPasskey()
  } catch {
    // Without a network no passkey is offered.
  }
}
