import { t } from '#web/locales/i18n.ts'

/**
 * Says that the app did not arrive, and offers to load it again. The build draws it, hidden, into
 * each prerendered page (watch-for-app.ts, base.css).
 */
export function AppMissing(props: { children: string }) {
  return (
    <p role="status">
      {props.children} <button type="button">{t('ui.retry')}</button>
    </p>
  )
}
