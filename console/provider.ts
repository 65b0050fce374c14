/** A proof at the lender's provider, in a window of its own, so that no input here is lost. */
import { call } from '#console/call.ts'
import { staffSession } from '#contract/staff/session.ts'

/** The page to which the provider returns reports the proof on this channel. */
const CHANNEL = 'saral-staff-proof'
const PATIENCE_MS = 3 * 60_000

/** True once the person has signed in again there; false if the window is blocked, or it takes too long. */
export async function proveAtProvider(): Promise<boolean> {
  const there = window.open('', '_blank', 'popup,width=520,height=720')
  if (!there) return false
  const answer = await call(staffSession.proveAtProvider, {})
  if (!answer.ok) {
    there.close()
    return false
  }
  const channel = new BroadcastChannel(CHANNEL)
  try {
    const isDone = new Promise<boolean>(resolve => {
      channel.onmessage = () => resolve(true)
      setTimeout(() => resolve(false), PATIENCE_MS)
    })
    there.location.href = answer.data.address
    return await isDone
  } finally {
    channel.close()
  }
}

/** Notifies the waiting page that the proof is done. */
export function notifyProved(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('done')
  channel.close()
}
