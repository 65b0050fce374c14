import type { ReactNode } from 'react'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import type { MessageId } from '#words/catalogues.ts'
import styles from './Legal.module.css'

/** A page of plain text: a summary in one sentence, then its parts. */
export function LegalText(props: { title: MessageId; lead: MessageId; children: ReactNode }) {
  return (
    <Page>
      <TopBar title={t(props.title)} back={paths.home()} />
      <Body>
        <div className={styles.text}>
          <p className={styles.lead}>{t(props.lead)}</p>
          {props.children}
        </div>
      </Body>
    </Page>
  )
}

/** One part of the text. */
export function Part(props: { title: MessageId; children: ReactNode }) {
  return (
    <section>
      <h2>{t(props.title)}</h2>
      {props.children}
    </section>
  )
}
