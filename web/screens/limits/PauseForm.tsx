import { ownLimits } from '#contract/own-limits.ts'
import { addDays, type Day, isDay } from '#domain/day.ts'
import { ownLimitsInForce, type PauseEnd, withPause } from '#domain/lending/own-limits.ts'
import { useAction } from '#web/api/useAction.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { LimitForm, type LimitState } from './LimitForm.tsx'

/** The lengths to choose from, in days. */
const LENGTHS = [30, 90, 180, 365]

/** Sets a time without new loans. */
export function PauseForm({ state }: { state: LimitState }) {
  const { run, isPending } = useAction(ownLimits.setPause)
  const { today, pausedUntil } = state
  const pause = state.pause.value
  return (
    <LimitForm
      title={t('account.limits.pause')}
      now={pausedUntil === null ? t('account.limits.pause.none') : pausedWords(pausedUntil)}
      label={t('account.limits.pause.choose')}
      value={pause ?? NONE}
      options={optionsOf(today, pause)}
      waits={choice => waitsFor(state, endOf(choice))}
      keep={state.pause.later === null ? undefined : t('account.limits.pause.keep')}
      saveText={t('account.limits.pause.save')}
      pending={isPending}
      save={choice => run({ until: endOf(choice) })}
    />
  )
}

const NONE = 'none'

function endOf(choice: string): PauseEnd | null {
  if (choice === 'open') return 'open'
  return isDay(choice) ? choice : null
}

function waitsFor(state: LimitState, until: PauseEnd | null): string | undefined {
  const changed = withPause(state, until, state.today)
  const { pausedUntil } = ownLimitsInForce(changed, state.today)
  return changed.pause.later === null || pausedUntil === null ? undefined : pausedWords(pausedUntil)
}

function optionsOf(today: Day, pause: PauseEnd | null) {
  const ends = LENGTHS.map(days => ({ days, end: addDays(today, days) }))
  const isListed = pause === null || pause === 'open' || ends.some(({ end }) => end === pause)
  return [
    { value: NONE, label: t('account.limits.pause.choice.none') },
    ...(isListed ? [] : [{ value: pause, label: day(pause) }]),
    ...ends.map(({ days, end }) => ({
      value: end,
      label: t('account.limits.pause.choice.days', { date: day(end), days }),
    })),
    { value: 'open', label: t('account.limits.pause.choice.open') },
  ]
}

function pausedWords(until: PauseEnd): string {
  return until === 'open'
    ? t('account.limits.pause.open')
    : t('account.limits.pause.until', { date: day(until) })
}
