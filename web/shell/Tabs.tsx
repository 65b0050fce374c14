import type { Tab } from '#web/first-routes.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { BottomNav } from '#web/ui/Frame.tsx'

/** The bottom navigation: Home (with its "new" badge), Orders, Account. */
export function Tabs(props: { current: Tab }) {
  return (
    <BottomNav
      label={t('common.nav')}
      current={props.current}
      tabs={[
        {
          id: 'home',
          to: paths.home(),
          icon: 'home',
          name: t('common.nav.home'),
          badge: t('common.nav.new'),
        },
        { id: 'orders', to: paths.orders(), icon: 'orders', name: t('common.nav.orders') },
        { id: 'account', to: paths.account(), icon: 'account', name: t('common.nav.account') },
      ]}
    />
  )
}
