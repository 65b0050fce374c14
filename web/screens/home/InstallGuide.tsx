import { Fragment, type ReactElement, useState } from 'react'
import { askToInstall, dismissInstall, type InstallWay } from '#web/device/install.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/Frame.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'
import styles from './InstallGuide.module.css'

/**
 * Adds the app to the home screen: by the browser's own prompt, or by manual steps. Once closed, it
 * stays closed for a month.
 */
export function InstallGuide(props: { way: Exclude<InstallWay, 'none'>; onClose: () => void }) {
  function close() {
    dismissInstall(new Date())
    props.onClose()
  }
  return (
    <div className={styles.guide}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon name="install" />
        </span>
        <h3>{t('home.install')}</h3>
        <span className={styles.close}>
          <IconButton icon="close" label={t('ui.close')} onPress={close} />
        </span>
      </div>
      {props.way === 'prompt' && <Prompt />}
      {props.way === 'share-sheet' && <ShareSheetSteps />}
      {props.way === 'menu' && <Note>{t('home.install.menu')}</Note>}
    </div>
  )
}

function Prompt() {
  const [isPending, setPending] = useState(false)
  async function install() {
    setPending(true)
    await askToInstall()
    setPending(false)
  }
  return (
    <>
      <Note>{t('home.install.why')}</Note>
      <Button
        kind="secondary"
        wide
        icon="install"
        pending={isPending}
        onPress={() => void install()}
      >
        {t('home.install.add')}
      </Button>
    </>
  )
}

/** The steps in Safari on an iPhone, by Safari's own names (spec §2). */
const steps: readonly { id: MessageId; picture: ReactElement }[] = [
  {
    id: 'home.install.share',
    picture: <path d="M20 11h-3.5v22h23V11H36M28 24V5M22.5 10.5 28 5l5.5 5.5" />,
  },
  {
    id: 'home.install.to-home-screen',
    picture: (
      <>
        <rect x="16" y="8" width="24" height="24" rx="6" />
        <path d="M28 14.500v11M22.5 20h11" />
      </>
    ),
  },
  {
    id: 'home.install.confirm',
    picture: (
      <>
        <rect x="17" y="3.5" width="22" height="33" rx="4.5" />
        <path
          className={styles.star}
          d="M34.5 20 32.6 21.9 32.6 24.6 29.9 24.6 28 26.5 26.1 24.6 23.4 24.6 23.4 21.9 21.5 20 23.4 18.1 23.4 15.4 26.1 15.4 28 13.5 29.9 15.4 32.6 15.4 32.6 18.100Z"
        />
        <path d="M25.5 32h5" />
      </>
    ),
  },
]

function ShareSheetSteps() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ id, picture }, at) => (
        <Fragment key={id}>
          {at > 0 && (
            <li className={styles.then} aria-hidden="true">
              <Icon name="forward" small />
            </li>
          )}
          <li className={styles.step}>
            <svg className={styles.picture} viewBox="0 0 56 40" aria-hidden="true">
              {picture}
            </svg>
            <span>{t(id)}</span>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
