import { GST_BPS, MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { useConfig } from '#web/shell/useConfig.ts'
import { percent } from '#words/format.ts'
import { Complaints } from './Complaints.tsx'
import { LegalText, Part } from './LegalText.tsx'

/**
 * The terms of use, linked from the agreement at sign-in. Their first line says what they are and
 * what they are not.
 */
export function TermScreen() {
  return (
    <LegalText title="common.title.term" lead="legal.term.lead">
      <Part title="legal.term.who">
        <p>
          <Lender />
        </p>
      </Part>
      <Part title="legal.term.you">
        <p>{t('legal.term.you.text', { years: MINIMUM_AGE_YEARS })}</p>
      </Part>
      <Part title="legal.term.loan">
        <p>{t('legal.term.loan.text')}</p>
      </Part>
      <Part title="legal.term.cost">
        <p>{t('legal.term.cost.text', { gst: percent(GST_BPS) })}</p>
        <p>{t('legal.term.cost.more')}</p>
      </Part>
      <Part title="legal.term.late">
        <p>{t('legal.term.late.text')}</p>
      </Part>
      <Part title="legal.term.data">
        <p>{t('legal.term.data.text')}</p>
      </Part>
      <Part title="legal.term.code">
        <p>{t('legal.term.code.text')}</p>
      </Part>
      <Part title="legal.complaints">
        <Complaints />
      </Part>
    </LegalText>
  )
}

function Lender() {
  const { config } = useConfig()
  if (!config?.lender) return t('legal.term.who.demo')
  return t('legal.term.who.lender', {
    name: config.lender.name,
    registration: config.lender.rbiRegistration,
  })
}
