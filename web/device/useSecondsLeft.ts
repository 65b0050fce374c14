import { useEffect, useState } from 'react'
import { secondsUntil } from '#web/device/seconds-left.ts'

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
