import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import {
  dismissToast,
  endToasts,
  shownToasts,
  subscribeToToasts,
  type ToastMessage,
} from '#web/ui/toast.ts'
import styles from './Toast.module.css'

const none: readonly ToastMessage[] = []

/**
 * Shows the toasts: one live region for the whole app, above any open dialog. Mounted once, outside
 * the routes.
 */
export function Toasts() {
  const messages = useSyncExternalStore(subscribeToToasts, shownToasts, () => none)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = region.current
    if (!element || messages.length === 0) return
    // The capture phase comes before the toasts of the action itself.
    addEventListener('click', endWithNextAct, true)
    // Shown again for each message, so that it lies above a dialog that was opened since.
    element.showPopover?.()
    return () => {
      removeEventListener('click', endWithNextAct, true)
      // With the last message the attribute went too, which removed it from the top layer: then
      // there is nothing to hide.
      if (element.popover) element.hidePopover?.()
    }
  }, [messages])
  return (
    <div
      ref={region}
      className={styles.region}
      role="status"
      popover={messages.length > 0 ? 'manual' : undefined}
    >
      {messages.map(message => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  )
}

/** Ends the toasts on a tap on anything that acts, except on the toast itself. */
function endWithNextAct({ target }: Event): void {
  if (
    target instanceof Element &&
    target.closest('a, button, label') &&
    !target.closest('[popover]')
  )
    endToasts()
}

const ACT_MS = 15_000

/**
 * Stays for five seconds, and longer for longer sentences or with an act. It stays while it is
 * pointed at or focused.
 */
function Toast({ message }: { message: ToastMessage }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(
      () => dismissToast(message.id),
      message.act ? ACT_MS : 5000 + message.text.length * 40,
    )
    return () => clearTimeout(timer)
  }, [isHeld, message])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only delays the end; the button closes it
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={message.tone === 'good' ? 'check' : message.tone === 'bad' ? 'alert' : 'info'} />
      <span className={styles.words}>{message.text}</span>
      {message.act && (
        <button
          type="button"
          className={styles.act}
          data-toast-act
          onClick={() => {
            dismissToast(message.id)
            message.act?.run()
          }}
        >
          {message.act.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t('ui.close')}
        onClick={() => dismissToast(message.id)}
      >
        <Icon name="close" small />
      </button>
    </div>
  )
}
