import { useState } from 'react'
import { Link } from 'wouter'
import { account } from '#contract/account.ts'
import { content } from '#contract/content.ts'
import { useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { LANGUAGE_NAMES } from '#words/language.ts'
import styles from './Account.module.css'
import { AccountHead, StandingCard } from './AccountHead.tsx'
import { CalendarSheet } from './CalendarSheet.tsx'
import { DevicesSheet } from './DevicesSheet.tsx'
import { LanguageSheet } from './LanguageSheet.tsx'
import { Notifications } from './Notifications.tsx'
import { QuitEverywhere, useQuit } from './QuitEverywhere.tsx'
import { RemindersSheet } from './RemindersSheet.tsx'

/** Shows the signed-in borrower, their tier and the account's links (spec §2, /personal). */
export function AccountScreen() {
  const me = useCall(account.me, {})
  const language = useLanguage()
  const [overlay, setOverlay] = useState<
    'language' | 'reminders' | 'calendar' | 'devices' | 'everywhere'
  >()
  const { quit, isQuitting } = useQuit()
  const close = () => setOverlay(undefined)
  return (
    <Page>
      <AccountHead me={me.data} />
      <Body raised>
        <StandingCard me={me} />
        <Card flush>
          <Item icon="orders" title={t('account.orders')} to={paths.orders()} />
          <Item icon="document" title={t('common.title.documents')} to={paths.documents()} />
          <Item icon="feedback" title={t('account.feedback')} to={paths.feedback()} />
          <Item icon="help" title={t('account.help')} to={paths.help()} />
        </Card>
        <Card flush>
          <Item
            icon="globe"
            title={t('account.language')}
            value={LANGUAGE_NAMES[language]}
            onPress={() => setOverlay('language')}
          />
          <Notifications />
          <Item
            icon="clock"
            title={t('account.reminders')}
            note={t('account.reminders.note')}
            onPress={() => setOverlay('reminders')}
          />
          <Item
            icon="calendar"
            title={t('account.calendar')}
            note={t('account.calendar.note')}
            onPress={() => setOverlay('calendar')}
          />
          <Item
            icon="lock"
            title={t('account.limits')}
            note={t('account.limits.note')}
            to={paths.limits()}
          />
          <Item
            icon="shield"
            title={t('common.title.data')}
            note={t('account.data.note')}
            to={paths.data()}
          />
          <Item icon="info" title={t('account.about')} to={paths.about()} />
        </Card>
        <Card flush>
          <Item
            icon="devices"
            title={t('account.devices')}
            note={t('account.devices.note')}
            onPress={() => setOverlay('devices')}
          />
          <Item
            icon="leave"
            title={t('account.quit')}
            onPress={() => void quit()}
            disabled={isQuitting}
          />
          <Item
            icon="leave"
            dangerous
            title={t('account.everywhere')}
            note={t('account.everywhere.note')}
            onPress={() => setOverlay('everywhere')}
          />
        </Card>
        <Footer />
      </Body>
      {overlay === 'language' && <LanguageSheet current={language} onClose={close} />}
      {overlay === 'reminders' && <RemindersSheet onClose={close} />}
      {overlay === 'calendar' && <CalendarSheet onClose={close} />}
      {overlay === 'devices' && <DevicesSheet onClose={close} />}
      {overlay === 'everywhere' && <QuitEverywhere onClose={close} />}
    </Page>
  )
}

/** The three legal links: terms of use, privacy policy and complaints. */
function Footer() {
  const config = useCall(content.config, {})
  const officer = config.data?.lender?.grievanceOfficer
  const email = officer?.email ?? config.data?.customer.email ?? ''
  return (
    <p className={styles.foot}>
      <Link href={paths.term()}>{t('common.title.term')}</Link>
      <Link href={paths.privacy()}>{t('common.title.privacy')}</Link>
      {email !== '' && <a href={`mailto:${email}`}>{t('account.officer')}</a>}
    </p>
  )
}
