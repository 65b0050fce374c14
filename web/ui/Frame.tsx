import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '#web/locales/i18n.ts'
import { hasPageBefore } from '#web/ui/back.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Rosette } from '#web/ui/Rosette.tsx'
import styles from './Frame.module.css'

/** The strip that says the product is a demonstration until a lender is configured. */
export function DemoStrip(props: { children: ReactNode }) {
  return (
    <aside className={styles.demo} data-demo>
      {props.children}
    </aside>
  )
}

/**
 * The page's heading with a back arrow: to the page before, or to `back` if the borrower came from
 * outside.
 */
export function TopBar(props: { title: ReactNode; back?: string; aside?: ReactNode }) {
  return (
    <header className={classes(styles.top, props.back === undefined && styles.bare)}>
      {props.back !== undefined && <BackArrow to={props.back} />}
      <h1 tabIndex={-1}>{props.title}</h1>
      {props.aside !== undefined && <div className={styles.aside}>{props.aside}</div>}
    </header>
  )
}

function BackArrow(props: { to: string }) {
  const [, navigate] = useLocation()
  function goBack(event: MouseEvent) {
    event.preventDefault()
    if (hasPageBefore()) history.back()
    else navigate(props.to, { replace: true })
  }
  return (
    <a className={styles.iconButton} href={props.to} aria-label={t('ui.back')} onClick={goBack}>
      <Icon name="back" />
    </a>
  )
}

type IconButtonProps = { icon: IconName; label: string } & (
  | { to: string }
  | { onPress: () => void; pending?: boolean }
)

/** An icon button of full touch size: for the TopBar's `aside`, or to close something. */
export function IconButton(props: IconButtonProps) {
  if ('to' in props)
    return (
      <Link className={styles.iconButton} href={props.to} aria-label={props.label}>
        <Icon name={props.icon} />
      </Link>
    )
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={props.label}
      aria-busy={props.pending || undefined}
      onClick={() => {
        if (!props.pending) props.onPress()
      }}
    >
      <Icon name={props.icon} />
    </button>
  )
}

/**
 * The indigo head of a page. `deep` leaves room for a card that overlaps it; `tall` grows with the
 * screen's height.
 */
export function Canopy(props: {
  children: ReactNode
  seal?: boolean
  deep?: boolean
  tall?: boolean
}) {
  return (
    <div className={classes(styles.canopy, props.deep && styles.deep, props.tall && styles.tall)}>
      {props.seal && (
        <span className={styles.seal}>
          <Rosette />
        </span>
      )}
      {props.children}
    </div>
  )
}

/** The product's name with its star. */
export function Wordmark(props: { name: string }) {
  return <p className={styles.wordmark}>{props.name}</p>
}

/**
 * The fixed place of a screen's main action. It is the last child of Page (or of the Form in it). A
 * `<p>` in it is centred.
 */
export function ActionBar(props: { children: ReactNode }) {
  return <div className={styles.bar}>{props.children}</div>
}

/**
 * The bottom navigation. `badge` is a word of at most four letters, shown while there is news.
 */
export function BottomNav(props: {
  label: string
  current: string
  tabs: readonly { id: string; to: string; icon: IconName; name: string; badge?: string }[]
}) {
  return (
    <nav className={styles.nav} aria-label={props.label}>
      {props.tabs.map(tab => (
        <Link
          key={tab.id}
          className={styles.tab}
          href={tab.to}
          aria-current={tab.id === props.current ? 'page' : undefined}
        >
          <span className={styles.pill}>
            <Icon name={tab.icon} />
            {tab.badge !== undefined && <span className={styles.badge}>{tab.badge}</span>}
          </span>
          <span>{tab.name}</span>
        </Link>
      ))}
    </nav>
  )
}

/**
 * A round button beside the page where there is room, else at its end, where an ActionBar hides it.
 */
export function FloatButton(props: { icon: IconName; label: string; to: string }) {
  return (
    <aside aria-label={props.label}>
      <Link className={styles.float} href={props.to} aria-label={props.label}>
        <Icon name={props.icon} />
      </Link>
    </aside>
  )
}
