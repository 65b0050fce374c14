import { useState, useSyncExternalStore } from 'react'
import { content } from '#contract/content.ts'
import { useCall } from '#web/api/useCall.ts'
import { installWay, isInstallDismissed } from '#web/device/install.ts'
import { subscribeToInstallPrompt } from '#web/device/install-prompt.ts'
import { allowPush, isPushSupported, pushState, wasAskedForPush } from '#web/device/push.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { InstallGuide } from './InstallGuide.tsx'

/** Offers reminders, once there is an order, and the guide to the home screen (spec §2, §4). */
export function HomePrompts(props: { hasOrder: boolean }) {
  const way = useSyncExternalStore(subscribeToInstallPrompt, installWay)
  const [isClosed, setClosed] = useState(() => isInstallDismissed(new Date()))
  const question = useReminderQuestion(props.hasOrder)
  const showsGuide = way !== 'none' && !isClosed
  if (!question.isOpen && !showsGuide) return null
  return (
    <Card flush label={t('home.at-hand')}>
      {question.isOpen && <Reminders isPending={question.isPending} onAllow={question.allow} />}
      {showsGuide && <InstallGuide way={way} onClose={() => setClosed(true)} />}
    </Card>
  )
}

const UNDECIDED = 2

/**
 * Whether to show the 'Allow It' button: only while the browser is undecided (spec §4), only to a
 * borrower with an order, and once.
 */
function useReminderQuestion(hasOrder: boolean) {
  const [isAnswered, setAnswered] = useState(wasAskedForPush)
  const [isPending, setPending] = useState(false)
  const mayAsk = hasOrder && !isAnswered && isPushSupported() && pushState() === UNDECIDED
  const config = useCall(content.config, {}, { enabled: mayAsk })

  async function allow() {
    setPending(true)
    const outcome = await allowPush()
    setPending(false)
    setAnswered(true)
    if (outcome === 'on') toast(t('home.reminders.on'), 'good')
    else if (outcome === 'failed') toast(t('home.reminders.failed'), 'bad')
  }

  const isOpen = mayAsk && config.data !== undefined && config.data.pushPublicKey !== null
  return { isOpen, isPending, allow: () => void allow() }
}

function Reminders(props: { isPending: boolean; onAllow: () => void }) {
  return (
    <Item
      icon="bell"
      title={t('home.reminders')}
      note={t('home.reminders.note')}
      strong
      control={
        <Button kind="secondary" small pending={props.isPending} onPress={props.onAllow}>
          {t('home.reminders.allow')}
        </Button>
      }
    />
  )
}
