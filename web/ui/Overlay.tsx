import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Overlay.module.css'

type OverlayProps = {
  title: ReactNode
  /**
   * Called on Esc, Android's back, a tap outside, or the close button. Not called when the parent
   * stops rendering it.
   */
  onClose: () => void
  children?: ReactNode
}

/**
 * A native modal dialog: it is open while it is rendered. The browser traps the focus and restores
 * it afterwards.
 */
function Modal(props: {
  className: string | undefined
  labelledBy: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  function closeFromBeside(event: MouseEvent) {
    if (event.target === dialog.current) props.onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Esc, which arrives as cancel
    <dialog
      ref={dialog}
      className={classes(styles.overlay, props.className)}
      aria-labelledby={props.labelledBy}
      onClick={closeFromBeside}
      onCancel={event => {
        event.preventDefault()
        props.onClose()
      }}
    >
      {props.children}
    </dialog>
  )
}

/**
 * A question in the middle of the screen, with its one or two answers in `actions`. One that is
 * answered by typing, such as a code, has a cross (`hasCross`).
 */
export function Dialog(props: OverlayProps & { actions?: ReactNode; hasCross?: boolean }) {
  const id = useId()
  return (
    <Modal className={styles.dialog} labelledBy={id} onClose={props.onClose}>
      {props.hasCross && <Cross onPress={props.onClose} />}
      <div className={styles.inside}>
        <h2 id={id}>{props.title}</h2>
        {props.children}
        {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
      </div>
    </Modal>
  )
}

function Cross({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label={t('ui.close')} onClick={onPress}>
      <Icon name="close" />
    </button>
  )
}

/**
 * A panel from below, for lists and longer texts. Use `padded` unless it holds Items. A `tall` one
 * always has its full height, and its content scrolls by itself. `foot` stays in sight at its end.
 */
export function Sheet(
  props: OverlayProps & { padded?: boolean; tall?: boolean; foot?: ReactNode },
) {
  const id = useId()
  return (
    <Modal
      className={classes(styles.sheet, props.tall && styles.tall)}
      labelledBy={id}
      onClose={props.onClose}
    >
      <div className={styles.head}>
        <h2 id={id}>{props.title}</h2>
        <Cross onPress={props.onClose} />
      </div>
      {props.padded ? <div className={styles.padded}>{props.children}</div> : props.children}
      {props.foot !== undefined && <div className={styles.foot}>{props.foot}</div>}
    </Modal>
  )
}
