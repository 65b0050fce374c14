import { useEffect } from 'react'
import { t } from '#web/locales/i18n.ts'

/**
 * Gives the window a title of the screen's own, such as the product's name, in place of the
 * route's.
 */
export function usePageTitle(page: string | undefined): void {
  const title = page === undefined ? undefined : t('common.title', { page })
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
