import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { messageOfFailure, useAnswer } from '#web/api/useAnswer.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar, Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note, Quiet } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { percent, wholeNumber } from '#words/format.ts'
import styles from './Distribution.module.css'
import { Example } from './Example.tsx'
import { Stores } from './Stores.tsx'

type Distribution = Output<typeof content.distribution>
type Loans = NonNullable<Distribution['loans']>

/**
 * Shows where to get the app, and what a store page must say about its loans (specification §2;
 * regulation C2).
 */
export function DistributionScreen() {
  const answer = useAnswer(content.distribution, {})
  return (
    <Page>
      <Canopy seal>
        <Wordmark name={t('common.app')} />
        <div className={styles.lead}>
          <h1 tabIndex={-1}>{t('common.title.distribution')}</h1>
          <Quiet>{t('download.get.lead')}</Quiet>
        </div>
      </Canopy>
      <Body spaced>
        <Loadable query={answer} skeleton={<DistributionBones />} messageOf={messageOfFailure}>
          {data => (
            <>
              <Stores stores={data.stores} />
              {data.loans ? (
                <LoanFacts loans={data.loans} />
              ) : (
                <Note>{t('download.get.nothing')}</Note>
              )}
            </>
          )}
        </Loadable>
      </Body>
      <ActionBar>
        <ButtonLink kind="main" wide to={paths.download()}>
          {t('download.get.button')}
        </ButtonLink>
      </ActionBar>
    </Page>
  )
}

function LoanFacts({ loans }: { loans: Loans }) {
  const { leastDays, mostDays, highestApr, highestAnnualRate } = loans
  return (
    <>
      <Section title={t('download.get.facts')}>
        <KeyValues
          rows={[
            {
              label: t('download.get.period'),
              value: t('download.get.period.value', {
                least: wholeNumber(leastDays),
                most: wholeNumber(mostDays),
              }),
            },
            {
              label: t('download.get.max-apr'),
              value: percent(highestApr),
              note: t('download.get.max-apr.note'),
            },
            {
              label: t('download.get.max-interest'),
              value: t('download.get.a-year', { rate: percent(highestAnnualRate) }),
            },
            {
              label: t('download.get.age'),
              value: t('download.get.age.value', { age: wholeNumber(MINIMUM_AGE_YEARS) }),
            },
          ]}
        />
      </Section>
      <Example example={loans.example} />
    </>
  )
}

function DistributionBones() {
  return (
    <div className={styles.bones}>
      <Bone shape="card" />
      <div>
        <Bones count={4} shape="row" />
      </div>
    </div>
  )
}
