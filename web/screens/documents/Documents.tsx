import type { Output } from '#contract/endpoint.ts'
import { loanDocument } from '#contract/loan-document.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { DocumentItems } from '#web/loan/DocumentItems.tsx'
import { StateTag } from '#web/loan/StateTag.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'

type OfLoan = Output<typeof loanDocument.all>[number]

/** Every document of every loan, newest loan first (our addition). */
export function DocumentsScreen() {
  const documents = useCall(loanDocument.all, {})
  return (
    <Page>
      <TopBar title={t('orders.document.section')} back={paths.account()} />
      <Body>
        <Loadable
          query={documents}
          skeleton={<DocumentsBones />}
          messageOf={messageOfError}
          isEmpty={loans => loans.length === 0}
          empty={<NoDocuments />}
        >
          {loans => (
            <>
              {loans.map(each => (
                <LoanDocuments key={each.orderId} loan={each} />
              ))}
              <Note>{t('orders.document.section.note')}</Note>
            </>
          )}
        </Loadable>
      </Body>
    </Page>
  )
}

function LoanDocuments({
  loan: { productName, orderNo, orderState, documents },
}: {
  loan: OfLoan
}) {
  return (
    <Section title={productName} aside={<StateTag state={orderState} />}>
      <Stack>
        <Note>{orderNo}</Note>
        <Card flush>
          <DocumentItems documents={documents} />
        </Card>
      </Stack>
    </Section>
  )
}

function NoDocuments() {
  return (
    <Empty
      art="order"
      action={
        <ButtonLink kind="main" to={paths.home()}>
          {t('orders.empty.action')}
        </ButtonLink>
      }
    >
      {t('orders.documents.empty')}
    </Empty>
  )
}

function DocumentsBones() {
  return (
    <>
      <Bone shape="title" />
      <Bones count={4} shape="row" />
    </>
  )
}
