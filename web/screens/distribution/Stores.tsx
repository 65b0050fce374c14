import type { ReactElement } from 'react'
import type { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { t } from '#web/locales/i18n.ts'
import { Section } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './Distribution.module.css'

const APP_STORE = 'App Store'
const PLAY_STORE = 'Google Play'

/**
 * The two stores: a link if the app is in the store, otherwise a sentence that it is not. The
 * drawings are our own, since the stores' logos are trademarks.
 */
export function Stores({ stores }: { stores: Output<typeof content.distribution>['stores'] }) {
  const isListed = stores.appStore !== null || stores.playStore !== null
  return (
    <Section title={t('download.get.stores')}>
      <ul className={styles.stores}>
        <Store name={APP_STORE} href={stores.appStore}>
          <path d="M3.500 12a8.500 8.500 0 1 0 17 0 8.500 8.500 0 0 0-17 0zM8.500 15.800 12 8l3.500 7.800M9.700 13.300h4.600" />
        </Store>
        <Store name={PLAY_STORE} href={stores.playStore}>
          <path d="M6.500 4.500v15L19 12z" />
        </Store>
      </ul>
      {!isListed && <Note>{t('download.get.stores.note')}</Note>}
    </Section>
  )
}

function Store(props: { name: string; href: string | null; children: ReactElement }) {
  const inside = (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
        {props.children}
      </svg>
      <span>
        {props.name}
        {props.href === null && <Note>{t('download.get.not-listed')}</Note>}
      </span>
    </>
  )
  return (
    <li>
      {props.href === null ? (
        <span className={styles.store}>{inside}</span>
      ) : (
        <a className={styles.store} href={props.href} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      )}
    </li>
  )
}
