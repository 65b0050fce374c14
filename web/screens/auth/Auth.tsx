import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { messageOfError } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { FormBones } from '#web/verify/FormBones.tsx'
import { useAuthStatus } from '#web/verify/useAuthStatus.ts'
import { nextPage } from './next-page.ts'

/**
 * The dispatcher of the verification steps: reads the borrower's progress and goes to the next step
 * (specification §4).
 */
export function AuthScreen() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const status = useAuthStatus()
  const { data, error, isFetching, isFetchedAfterMount, refetch } = status
  const pid = search.get('pid') ?? ''
  const target =
    data && !isFetching && isFetchedAfterMount && !error ? nextPage(pid, data) : undefined
  const message = error && !isFetching ? messageOfError(error) : undefined
  // A step may just have been done, so a cached status does not count.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch])
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true })
  }, [target, navigate])
  return (
    <Page>
      <TopBar title={t('common.title.auth')} back={paths.home()} />
      {error && !isFetching ? (
        <FailedStatus message={message} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

/**
 * The failure is also a toast (specification §8), so the button is below the place where toasts
 * appear.
 */
function FailedStatus({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <>
      <Body>
        <Empty art="error" title={t('ui.failed.title')}>
          {message ?? t('ui.failed.text')}
        </Empty>
      </Body>
      <ActionBar>
        <Button kind="main" wide icon="refresh" onPress={onRetry}>
          {t('ui.retry')}
        </Button>
      </ActionBar>
    </>
  )
}

/** The skeleton of a step page, which follows in a moment. */
function Waiting() {
  return (
    <Skeleton>
      <Body>
        <Bone shape="row" />
      </Body>
      <FormBones />
    </Skeleton>
  )
}
