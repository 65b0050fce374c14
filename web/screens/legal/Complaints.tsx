import { t } from '#web/locales/i18n.ts'
import { Text } from '#web/locales/Text.tsx'
import { type Config, useConfig } from '#web/shell/useConfig.ts'
import { TextLink } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'

const RBI_CMS = 'https://cms.rbi.org.in'
const RBI_SACHET = 'https://sachet.rbi.org.in'

/** The addresses for complaints: first the grievance officer, then the Reserve Bank. */
export function Complaints() {
  const { config, hasFailed, retry } = useConfig()
  return (
    <>
      <p>{t('legal.complaints.first')}</p>
      {config && <Officer config={config} />}
      {hasFailed && (
        <p>
          {t('legal.complaints.failed')} <TextLink onPress={retry}>{t('ui.retry')}</TextLink>
        </p>
      )}
      <p>
        <Text
          id="legal.complaints.then"
          components={{
            cms: <OutsideLink href={RBI_CMS} />,
            sachet: <OutsideLink href={RBI_SACHET} />,
          }}
        />
      </p>
    </>
  )
}

function Officer({ config }: { config: Config }) {
  const { lender, customer } = config
  const { name, phone, email } = lender?.grievanceOfficer ?? { name: '', ...customer }
  return (
    <KeyValues
      rows={[
        lender !== null && { label: t('legal.lender'), value: lender.name },
        lender !== null && { label: t('legal.registration'), value: lender.rbiRegistration },
        { label: t('legal.officer'), value: name === '' ? t('legal.officer.demo') : name },
        phone !== '' && {
          label: t('legal.phone'),
          value: <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>,
        },
        email !== '' && { label: t('legal.email'), value: <a href={`mailto:${email}`}>{email}</a> },
      ]}
    />
  )
}

function OutsideLink(props: { href: string; children?: string }) {
  return (
    <a href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children}
    </a>
  )
}
