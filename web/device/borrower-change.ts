import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'

/**
 * Calls `act` with the previous and the current token whenever the signed-in borrower changes or
 * signs out.
 */
export function whenBorrowerChanges(
  act: (before: string | null, present: string | null) => void,
): void {
  let present = storedToken()
  subscribeToCredentials(() => {
    const before = present
    present = storedToken()
    if (present !== before) act(before, present)
  })
}
