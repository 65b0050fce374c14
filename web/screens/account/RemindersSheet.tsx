import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input, Output } from '#contract/endpoint.ts'
import { reminder } from '#contract/reminder.ts'
import {
  type ReminderTime,
  type ReminderWish,
  reminderTimes,
  reminderWishes,
} from '#domain/lending/reminders.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MessageId } from '#words/catalogues.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#words/language.ts'

type Wish = Input<typeof reminder.saveWish>

const ways: Record<ReminderWish['way'], MessageId> = {
  usual: 'account.reminders.way.usual',
  text: 'account.reminders.way.text',
}
const times: Record<ReminderTime, MessageId> = {
  any: 'account.reminders.time.any',
  morning: 'account.reminders.time.morning',
  afternoon: 'account.reminders.time.afternoon',
  evening: 'account.reminders.time.evening',
}

/**
 * Shows the days of the reminders, and changes how they come. Their number is the one with which
 * the borrower signs in.
 */
export function RemindersSheet(props: { onClose: () => void }) {
  const wish = useCall(reminder.wish, {})
  return (
    <Sheet title={t('account.reminders')} padded onClose={props.onClose}>
      <Loadable query={wish} skeleton={<Bones count={3} shape="row" />} messageOf={messageOfError}>
        {stated => <WishForm stated={stated} />}
      </Loadable>
    </Sheet>
  )
}

function WishForm({ stated }: { stated: Output<typeof reminder.wish> }) {
  const { days, ...saved } = stated
  const [wish, setWish] = useState<Wish>(saved)
  const { run, isPending } = useAction(reminder.saveWish)
  const queries = useQueryClient()
  async function save(changed: Partial<Wish>) {
    if (isPending) return
    const next = { ...wish, ...changed }
    setWish(next)
    const result = await run(next)
    if (result?.ok) toast(t('account.reminders.saved'), 'good')
    else if (result) {
      setWish(wish)
      toast(messageOf(result), 'bad')
    }
    await queries.invalidateQueries()
  }
  return (
    <Stack gap="loose">
      <Schedule days={days} />
      <Choices
        legend={t('account.reminders.way')}
        asField
        name="way"
        value={wish.way}
        onChange={value => void save(chosen('way', reminderWishes, value))}
        options={reminderWishes.map(value => ({ value, label: t(ways[value]) }))}
      />
      <Choices
        legend={t('account.reminders.time')}
        asField
        name="time"
        value={wish.time}
        onChange={value => void save(chosen('time', reminderTimes, value))}
        options={reminderTimes.map(value => ({ value, label: t(times[value]) }))}
      />
      <Choices
        legend={t('account.reminders.language')}
        asField
        name="reminder-language"
        value={wish.language}
        onChange={value => void save(chosen('language', LANGUAGES, value))}
        options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
    </Stack>
  )
}

/** The days of the reminders, as the server sends them. */
function Schedule({ days }: { days: readonly number[] }) {
  const language = useLanguage()
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const before = list.format(days.filter(day => day < 0).map(day => String(-day)))
  const after = list.format(days.filter(day => day > 0).map(String))
  return <Note>{t('account.reminders.text', { before, after })}</Note>
}

function chosen<Name extends keyof Wish>(
  name: Name,
  choices: readonly Wish[Name][],
  value: string,
): Partial<Wish> {
  const choice = choices.find(each => each === value)
  return choice === undefined ? {} : { [name]: choice }
}
