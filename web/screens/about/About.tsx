import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable, type LoadableQuery } from '#web/ui/Loadable.tsx'
import { OutsideItem } from '#web/ui/OutsideItem.tsx'
import { Rosette } from '#web/ui/Rosette.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import styles from './About.module.css'

const RBI_CMS = 'https://cms.rbi.org.in'
const RBI_SACHET = 'https://sachet.rbi.org.in'

type Config = Output<typeof content.config>

/** Presents the product, the lender, and where to complain (spec §2; regulation R5, R9). */
export function AboutScreen() {
  const about = useAbout()
  return (
    <Page>
      <TopBar title={t('common.title.about')} back={paths.account()} />
      <Body>
        <Loadable query={about} skeleton={<AboutBones />} messageOf={messageOfError}>
          {({ appName, copywriting, config }) => (
            <>
              <Card>
                <div className={styles.head}>
                  <span className={styles.seal}>
                    <Rosette />
                  </span>
                  <h2>{appName}</h2>
                </div>
                <p className={styles.words}>{copywriting}</p>
              </Card>
              <Lender config={config} />
            </>
          )}
        </Loadable>
        <ReserveBank />
        <Note center>
          {t('content.about.version', { version: import.meta.env.VITE_APP_VERSION })}
        </Note>
      </Body>
    </Page>
  )
}

/** Reads the product's description together with the lender: neither is shown without the other. */
function useAbout(): LoadableQuery<Output<typeof content.aboutUs> & { config: Config }> {
  const about = useCall(content.aboutUs, {})
  const config = useCall(content.config, {})
  return {
    data: about.data && config.data && { ...about.data, config: config.data },
    error: about.error ?? config.error,
    isFetching: about.isFetching || config.isFetching,
    refetch: () => void Promise.all([about.refetch(), config.refetch()]),
  }
}

function ReserveBank() {
  return (
    <Section title={t('content.about.rbi')}>
      <p>{t('content.about.rbi.text')}</p>
      <div className={styles.links}>
        <Card as="div" flush>
          <OutsideItem
            icon="shield"
            title={t('content.about.cms')}
            note="cms.rbi.org.in"
            href={RBI_CMS}
          />
          <OutsideItem
            icon="alert"
            title={t('content.about.sachet')}
            note={t('content.about.sachet.note')}
            href={RBI_SACHET}
          />
          <Item icon="document" title={t('common.title.term')} to={paths.term()} />
          <Item icon="lock" title={t('common.title.privacy')} to={paths.privacy()} />
        </Card>
      </div>
    </Section>
  )
}

function Lender({ config: { lender, customer } }: { config: Config }) {
  const officer = lender?.grievanceOfficer
  return (
    <Section title={t('content.about.lender')}>
      {lender === null && <Banner tone="warn">{t('content.about.lender.none')}</Banner>}
      <KeyValues
        rows={[
          lender !== null && { label: t('content.about.name'), value: lender.name },
          lender !== null && {
            label: t('content.about.registration'),
            value: lender.rbiRegistration,
          },
          officer !== undefined && {
            label: t('content.about.officer'),
            value: officer.name,
            note: <ContactDetails phone={officer.phone} email={officer.email} />,
          },
          {
            label: t('content.about.care'),
            value: <ContactDetails phone={customer.phone} email={customer.email} />,
          },
        ]}
      />
    </Section>
  )
}

function ContactDetails({ phone, email }: { phone: string; email: string }) {
  return (
    <span className={styles.reach}>
      {phone !== '' && (
        <a
          href={`tel:${phone.replace(/\s/g, '')}`}
          aria-label={`${t('content.about.phone')}: ${phone}`}
        >
          {phone}
        </a>
      )}
      {email !== '' && (
        <a href={`mailto:${email}`} aria-label={`${t('content.about.email')}: ${email}`}>
          {email}
        </a>
      )}
    </span>
  )
}

function AboutBones() {
  return (
    <>
      <Bone shape="card" />
      <Bones count={3} shape="row" />
    </>
  )
}
