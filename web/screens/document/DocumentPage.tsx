import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { type LoanDocument, loanDocument } from '#contract/loan-document.ts'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { saveFile } from '#web/device/save-file.ts'
import { shareFile } from '#web/device/share.ts'
import { KeyFacts } from '#web/loan/KeyFacts.tsx'
import { Listen } from '#web/loan/Listen.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Row, Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable, type LoadableQuery } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note, Strong, TextLink } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './DocumentPage.module.css'

/** One document as it was issued: to read, save as a PDF, and verify (our addition). */
export function DocumentScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const document = useCall(loanDocument.page, { documentId: id })
  const back = document.data ? paths.orderDetail(document.data.orderId) : paths.orders()
  return (
    <Frame query={document} title={document.data?.title ?? t('common.title.document')} back={back}>
      {data => (
        <>
          <Body>
            <Document data={data} />
          </Body>
          <Save documentId={id} />
        </>
      )}
    </Frame>
  )
}

/** The complete Key Facts Statement of an order, to read before Get Money (our addition). */
export function KeyFactsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const statement = useCall(order.keyFacts, { orderId: id })
  return (
    <Frame query={statement} title={t('common.title.key-facts')} back={paths.orderDetail(id)}>
      {data => (
        <>
          <Body>
            <Note tone="ink">{t('loan.key-facts.number', { number: data.orderNo })}</Note>
            <Card flush>
              <KeyFacts statement={data} opened="all" />
            </Card>
            <TextLink to={paths.compare()}>{t('common.title.compare')}</TextLink>
          </Body>
          <SaveKeyFacts orderId={id} />
        </>
      )}
    </Frame>
  )
}

type FrameProps<T> = {
  query: LoadableQuery<T>
  title: string
  back: string
  children: (data: T) => ReactNode
}

function Frame<T>({ query, title, back, children }: FrameProps<T>) {
  return (
    <Page>
      <TopBar title={title} back={back} aside={<Listen />} />
      <Loadable
        query={query}
        skeleton={
          <Body>
            <Bones count={10} shape="row" />
          </Body>
        }
        messageOf={messageOfError}
      >
        {children}
      </Loadable>
    </Page>
  )
}

function Document({ data }: { data: LoanDocument }) {
  const { letterhead, opening, issuedAt, withdrawnAt } = data
  return (
    <>
      {withdrawnAt && (
        <Banner tone="warn">
          {t(
            data.kind === 'key-facts-addendum'
              ? 'orders.document.withdrawn.extension'
              : 'orders.document.withdrawn.on',
            { day: day(withdrawnAt) },
          )}
        </Banner>
      )}
      <Stack gap="tight">
        <p>
          <Strong>{letterhead.name}</Strong>
        </p>
        {letterhead.lines.map(line => (
          <Note key={line}>{line}</Note>
        ))}
        <Note>{t('orders.document.issued', { day: day(issuedAt) })}</Note>
      </Stack>
      {opening.map(line => (
        <p key={line}>{line}</p>
      ))}
      <Card flush>
        <KeyFacts statement={data} opened="all" />
      </Card>
      <Check code={data.code} />
    </>
  )
}

/**
 * Links to the page that verifies a document. The code is behind `#` in the address, where no
 * server sees it.
 */
function Check({ code }: { code: string }) {
  return (
    <Section title={t('orders.document.check')}>
      <Card>
        <p className={styles.code}>{code}</p>
        <Note>{t('orders.document.check.text')}</Note>
        <TextLink to={paths.verifyDocument(code)}>{t('orders.document.check.page')}</TextLink>
      </Card>
    </Section>
  )
}

function Save({ documentId }: { documentId: string }) {
  const { hand, isPending } = usePdf()
  return <PdfBar isPending={isPending} onPress={way => void hand(documentId, way)} />
}

/** The statement becomes a document of the order when its documents are first requested. */
function SaveKeyFacts({ orderId }: { orderId: string }) {
  const list = useAction(loanDocument.list)
  const { hand, isPending } = usePdf()

  async function find(way: Way) {
    const listed = await list.run({ orderId })
    if (!listed) return
    if (!listed.ok) return toast(messageOf(listed), 'bad')
    const statement = listed.data.documents.find(({ kind }) => kind === 'key-facts-statement')
    if (statement) await hand(statement.documentId, way)
  }

  return <PdfBar isPending={list.isPending || isPending} onPress={way => void find(way)} />
}

type Way = 'save' | 'share'

function PdfBar(props: { isPending: boolean; onPress: (way: Way) => void }) {
  const [pressed, setPressed] = useState<Way>()
  const press = (way: Way) => {
    if (props.isPending) return
    setPressed(way)
    props.onPress(way)
  }
  const isPending = (way: Way) => props.isPending && pressed === way
  return (
    <ActionBar>
      <Row>
        <Button
          kind="secondary"
          grow
          icon="share"
          pending={isPending('share')}
          onPress={() => press('share')}
        >
          {t('orders.document.share')}
        </Button>
        <Button kind="primary" grow pending={isPending('save')} onPress={() => press('save')}>
          {t('orders.document.save')}
        </Button>
      </Row>
    </ActionBar>
  )
}

/**
 * Renders a document as a PDF, and saves it on the device or offers it to the share sheet; a failure
 * is a toast.
 */
function usePdf() {
  const { run, isPending } = useAction(loanDocument.pdf)

  async function hand(documentId: string, way: Way) {
    const result = await run({ documentId })
    if (!result) return
    if (!result.ok) return toast(messageOf(result), 'bad')
    const { fileName, base64 } = result.data
    const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
    if (way === 'share' && (await shareFile(fileName, bytes, 'application/pdf')) !== 'saved') return
    if (way === 'save') saveFile(fileName, [bytes], 'application/pdf')
    toast(t('orders.document.saved'), 'good')
  }

  return { hand, isPending }
}
