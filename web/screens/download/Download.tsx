import { content } from '#contract/content.ts'
import { useAnswer } from '#web/api/useAnswer.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar, Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Note, Quiet, TextLink } from '#web/ui/Type.tsx'
import styles from './Download.module.css'

/**
 * Explains how to install the app on an iPhone. Apply Now is enabled only where it works
 * (specification §2, §6).
 */
export function DownloadScreen() {
  const app = t('common.app')
  const eligibility = useAnswer(content.downloadEligibility, {})
  return (
    <Page>
      <Canopy seal>
        <Wordmark name={app} />
        <div className={styles.lead}>
          <h1 tabIndex={-1}>{t('download.title', { app })}</h1>
          <Quiet>{t('download.lead')}</Quiet>
        </div>
      </Canopy>
      <Body spaced>
        <Section title={t('download.steps')}>
          <ol className={styles.steps}>
            <Step title={t('download.step.share')} note={t('download.step.share.note')} />
            <Step title={t('download.step.add-to')} note={t('download.step.add-to.note')} />
            <Step title={t('download.step.add')} note={t('download.step.add.note', { app })} />
          </ol>
        </Section>
        <TextLink to={paths.distribution()}>{t('download.other')}</TextLink>
      </Body>
      <ActionBar>
        {eligibility.data?.accordWith ? (
          <ButtonLink kind="main" wide to={paths.home()}>
            {t('download.apply')}
          </ButtonLink>
        ) : (
          <>
            <Button
              kind="main"
              wide
              disabled
              pending={eligibility.isFetching}
              describedBy="why-not"
            >
              {t('download.apply')}
            </Button>
            <div id="why-not" role="status">
              {eligibility.data && <Note center>{t('download.not-here')}</Note>}
              {eligibility.error && (
                <Note center>
                  {t('download.unknown')}{' '}
                  <TextLink onPress={eligibility.refetch}>{t('ui.retry')}</TextLink>
                </Note>
              )}
            </div>
          </>
        )}
      </ActionBar>
    </Page>
  )
}

function Step(props: { title: string; note: string }) {
  return (
    <li className={styles.step}>
      <span className={styles.words}>
        {props.title}
        <Note>{props.note}</Note>
      </span>
    </li>
  )
}
