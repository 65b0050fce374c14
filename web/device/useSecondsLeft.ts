import { useEffect, useState } from 'react'

/** No wait is longer; a clock that was set back must not lock the button for good. */
const LONGEST_WAIT_SECONDS = 600

/** Whole seconds from now until a moment, started ones included; 0 once it has come. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil((atMs - nowMs) / 1000)))
}

/** Seconds until a moment, drawn again each second. Right also after the phone slept. */
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
