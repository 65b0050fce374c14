import { t } from '#web/locales/i18n.ts'
import { Complaints } from './Complaints.tsx'
import { LegalText, Part } from './LegalText.tsx'

/**
 * The privacy policy: what is collected, why, and how to have it erased. It describes only what
 * this product really does.
 */
export function PrivacyScreen() {
  return (
    <LegalText title="common.title.privacy" lead="legal.privacy.lead">
      <Part title="legal.privacy.phone">
        <p>{t('legal.privacy.phone.text')}</p>
      </Part>
      <Part title="legal.privacy.answers">
        <p>{t('legal.privacy.answers.text')}</p>
      </Part>
      <Part title="legal.privacy.identity">
        <p>{t('legal.privacy.identity.text')}</p>
        <p>{t('legal.privacy.face.text')}</p>
      </Part>
      <Part title="legal.privacy.bank">
        <p>{t('legal.privacy.bank.text')}</p>
      </Part>
      <Part title="legal.privacy.contacts">
        <p>{t('legal.privacy.contacts.text')}</p>
      </Part>
      <Part title="legal.privacy.orders">
        <p>{t('legal.privacy.orders.text')}</p>
      </Part>
      <Part title="legal.privacy.asked">
        <p>{t('legal.privacy.asked.text')}</p>
      </Part>
      <Part title="legal.privacy.not">
        <p>{t('legal.privacy.not.text')}</p>
      </Part>
      <Part title="legal.privacy.kept">
        <p>{t('legal.privacy.kept.text')}</p>
      </Part>
      <Part title="legal.privacy.shared">
        <p>{t('legal.privacy.shared.text')}</p>
      </Part>
      <Part title="legal.privacy.erase">
        <p>{t('legal.privacy.erase.text')}</p>
      </Part>
      <Part title="legal.complaints">
        <Complaints />
      </Part>
    </LegalText>
  )
}
