import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'

/** Calls `act` whenever somebody else is signed in than was last seen, or nobody is any more: with the token before and the present one. */
export function whenBorrowerChanges(
  act: (before: string | null, present: string | null) => void,
): void {
  let seen = storedToken()
  subscribeToCredentials(() => {
    const before = seen
    seen = storedToken()
    if (seen !== before) act(before, seen)
  })
}
