import { useEffect, useState } from 'react'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import type { ExtensionData } from './extension-data.ts'

const TICK_MS = 1_000
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** The rule of the 24 hours (spec §4, §8); and, once it was asked for, how much of them is left. */
export function TimeLimit({ data, seenAtMs }: { data: ExtensionData; seenAtMs: number }) {
  return (
    <Banner
      tone="warn"
      title={
        data.isAwaiting ? <Countdown data={data} seenAtMs={seenAtMs} /> : t('extension.rule.title')
      }
    >
      {t('extension.rule')}
    </Banner>
  )
}

/** Counts from what the server said was left, so that a phone's wrong clock does not matter. */
function Countdown({
  data: { secondsLeft, expiresAt },
  seenAtMs,
}: {
  data: ExtensionData
  seenAtMs: number
}) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, secondsLeft - Math.floor(Math.max(0, nowMs - seenAtMs) / TICK_MS))
  if (left === 0) return <span role="timer">{t('extension.timer.over')}</span>
  const hours = Math.floor(left / HOUR_SECONDS)
  const minutes = Math.floor((left % HOUR_SECONDS) / MINUTE_SECONDS)
  return (
    <span role="timer">
      {t('extension.timer', { hours, minutes })},{' '}
      {t('extension.timer.until', { until: dayAndTime(expiresAt) })}
    </span>
  )
}
