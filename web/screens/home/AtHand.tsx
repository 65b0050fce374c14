import { useState, useSyncExternalStore } from 'react'
import { installWay, isInstallDismissed } from '#web/device/install.ts'
import { subscribeToInstallPrompt } from '#web/device/install-prompt.ts'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { InstallGuide } from './InstallGuide.tsx'
import { Reminders, useReminderQuestion } from './Reminders.tsx'

/** What keeps the app at hand (spec §2, §4): reminders, asked for once there is an order, and the guide to the home screen. */
export function AtHand(props: { hasOrder: boolean }) {
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
