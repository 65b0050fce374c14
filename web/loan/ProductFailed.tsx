import { CallFailed, messageOfError } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Failed } from '#web/ui/Loadable.tsx'

/** A product that cannot be shown: gone or offered elsewhere leads home, anything else may be tried again. */
export function ProductFailed(props: { error: unknown; onRetry: () => void }) {
  const message = messageOfError(props.error)
  if (!isFinal(props.error)) return <Failed message={message} onRetry={props.onRetry} />
  return (
    <Empty
      art="search"
      action={
        <ButtonLink kind="main" to={paths.home()}>
          {t('product.home')}
        </ButtonLink>
      }
    >
      {message}
    </Empty>
  )
}

function isFinal(error: unknown): boolean {
  return error instanceof CallFailed && /^product-(not-found|external)$/.test(error.failure.reason)
}
