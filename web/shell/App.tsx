import { Route, Router, Switch } from 'wouter'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { galleryRoutes, notFound, routes } from '#web/routes.tsx'
import { Visit } from '#web/shell/Visit.tsx'
import { DemoStrip } from '#web/ui/Frame.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'

/** The whole app. `at` is the page to draw where there is no address bar: when pages are drawn ahead, at build time. */
export function App(props: { at?: string }) {
  useLanguage()
  return (
    <Router {...(props.at === undefined ? {} : { ssrPath: props.at })}>
      <DemoStrip>{t('common.demo')}</DemoStrip>
      <Switch>
        {[...routes, ...galleryRoutes].map(route => (
          <Route key={route.path} path={route.path}>
            <Visit route={route} />
          </Route>
        ))}
        <Route>
          <Visit route={notFound} />
        </Route>
      </Switch>
      <Toasts />
    </Router>
  )
}
