import type { ComponentType, ReactNode } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The part of a TanStack Query result that is needed to show its state. */
export type LoadableQuery<T> = {
  data: T | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type LoadableProps<T> = {
  query: LoadableQuery<T>
  /** A skeleton of the same size as the content, so that nothing moves. */
  skeleton: ReactNode
  /** Shown instead if `isEmpty` returns true. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  /**
   * The error in the borrower's words; a general sentence is shown if it is absent or returns
   * undefined.
   */
  messageOf?: (error: unknown) => string | undefined
  children: (data: T) => ReactNode
}

type FailedProps = { message?: string | undefined; onRetry: () => void }
let Locked: ComponentType<FailedProps> | undefined

/** Sets the replacement of data that only the confirmed owner of an account may see. */
export function showLockedAs(component: ComponentType<FailedProps>): void {
  Locked = component
}

/**
 * Shows the four states of fetched data: loading, failed with a retry, empty, filled. Data that was
 * shown stays while it is fetched again, even if that fails.
 */
export function Loadable<T>(props: LoadableProps<T>) {
  const { query } = props
  if (query.data !== undefined) {
    if (props.empty !== undefined && props.isEmpty?.(query.data)) return props.empty
    return props.children(query.data)
  }
  if (query.error && !query.isFetching) {
    const isLocked = query.error instanceof Error && query.error.name === 'OwnerUnconfirmed'
    const Shown = (isLocked && Locked) || Failed
    return <Shown message={props.messageOf?.(query.error)} onRetry={() => void query.refetch()} />
  }
  return <Skeleton>{props.skeleton}</Skeleton>
}

/** The failed state: what happened, and a button to try again. */
export function Failed(props: FailedProps & { pending?: boolean }) {
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  return (
    <div role="alert">
      <Empty
        art={offline ? 'offline' : 'error'}
        title={offline ? t('ui.offline.title') : t('ui.failed.title')}
        action={
          <Button
            kind="secondary"
            icon="refresh"
            pending={props.pending ?? false}
            onPress={props.onRetry}
          >
            {t('ui.retry')}
          </Button>
        }
      >
        {offline ? t('ui.offline.text') : (props.message ?? t('ui.failed.text'))}
      </Empty>
    </div>
  )
}
