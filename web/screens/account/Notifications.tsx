import { useState } from 'react'
import {
  allowPush,
  isPushOn,
  isPushSupported,
  type PushOutcome,
  pushState,
  refusePush,
} from '#web/device/push.ts'
import { t } from '#web/locales/i18n.ts'
import { Item } from '#web/ui/Card.tsx'
import { Switch } from '#web/ui/Toggle.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MessageId } from '#words/catalogues.ts'

const words: Record<PushOutcome, MessageId> = {
  on: 'account.notifications.on',
  denied: 'account.notifications.denied',
  undecided: 'account.notifications.undecided',
  'not-available': 'account.notifications.not-available',
  failed: 'account.notifications.failed',
}

/**
 * Switches notifications of due dates and decisions on this phone on or off. Renders nothing if the
 * browser does not support them.
 */
export function Notifications() {
  const [isOn, setOn] = useState(() => isPushOn())
  const [isPending, setPending] = useState(false)
  if (!isPushSupported()) return null

  async function turn(isOn: boolean) {
    if (isPending) return
    setPending(true)
    if (isOn) {
      const outcome = await allowPush()
      toast(t(words[outcome]), outcome === 'on' ? 'good' : 'bad')
    } else await refusePush()
    setPending(false)
    setOn(isPushOn())
  }

  return (
    <Item
      icon="bell"
      title={t('account.notifications')}
      note={t(pushState() === 0 ? 'account.notifications.denied' : 'account.notifications.note')}
      control={
        <Switch
          checked={isOn}
          label={t('account.notifications')}
          onChange={isOn => void turn(isOn)}
        />
      }
    />
  )
}
