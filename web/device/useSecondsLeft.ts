import { useEffect, useState } from 'react'

/** The longest possible wait; a clock that was set back must not lock the button forever. */
const LONGEST_WAIT_SECONDS = 600

/** Whole seconds until a moment, rounded up; 0 once it has come. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil((atMs - nowMs) / 1000)))
}

/** Seconds until a moment, updated each second. It is right also after the phone slept. */
export function useSecondsLeft(atMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => {
      setNowMs(Date.now())
      if (Date.now() >= atMs) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [atMs])
  return secondsUntil(atMs, nowMs)
}
