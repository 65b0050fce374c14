import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { product } from '#contract/product.ts'
import { CallFailed, messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Failed, Loadable } from '#web/ui/Loadable.tsx'

export type ProductInfo = Output<typeof product.info>

type Props = {
  /** Shown until the product's name is known. */
  title: string
  skeleton: ReactNode
  /** The action bar below the page. */
  bar: (info: ProductInfo) => ReactNode
  children: (info: ProductInfo) => ReactNode
}

/** A page about the product in its address. */
export function ProductPage({ title, skeleton, bar, children }: Props) {
  const { pid } = useParams<{ pid: string }>()
  const info = useCall(product.info, { id: pid })
  usePageTitle(info.data?.name)
  return (
    <Page>
      <TopBar title={info.data?.name ?? title} back={paths.home()} aside={<Listen />} />
      <Body>
        {info.error && !info.data && !info.isFetching ? (
          <CannotShow error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <Loadable query={info} skeleton={skeleton}>
            {children}
          </Loadable>
        )}
      </Body>
      {info.data && bar(info.data)}
    </Page>
  )
}

/** A product that is gone or offered elsewhere links home; any other failure offers a retry. */
function CannotShow(props: { error: unknown; onRetry: () => void }) {
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
