import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { loanDocument } from '#contract/loan-document.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { DocumentItems } from '#web/loan/DocumentItems.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'

type Documents = Output<typeof loanDocument.list>

/**
 * Every document of the order, each a page that can be saved, and a statement of account as of
 * today. They are refetched when `asOf` changes.
 */
export function Documents({ orderId, asOf }: { orderId: string; asOf: string }) {
  const documents = useCall(loanDocument.list, { orderId })
  const queries = useQueryClient()
  const lastAsOf = useRef(asOf)
  useEffect(() => {
    if (lastAsOf.current === asOf) return
    lastAsOf.current = asOf
    void queries.invalidateQueries({ queryKey: callKey(loanDocument.list) })
  }, [asOf, queries])
  return (
    <Section title={t('orders.document.section')}>
      <Loadable
        query={documents}
        skeleton={<Bones count={3} shape="row" />}
        messageOf={messageOfError}
      >
        {data => <Listed data={data} orderId={orderId} />}
      </Loadable>
    </Section>
  )
}

function Listed({
  data: { documents, hasStatement },
  orderId,
}: {
  data: Documents
  orderId: string
}) {
  const { make, isPending } = useStatement(orderId)
  return (
    <Stack>
      <Card flush>
        <DocumentItems documents={documents} />
        {hasStatement && (
          <Item
            icon="add"
            title={t('orders.document.make-statement')}
            note={t('orders.document.make-statement.note')}
            disabled={isPending}
            onPress={() => void make()}
          />
        )}
      </Card>
      <Note>{t('orders.document.section.note')}</Note>
    </Stack>
  )
}

/** Requests a statement and opens it; a failure is a toast. */
function useStatement(orderId: string) {
  const { run, isPending } = useAction(loanDocument.statement)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function make() {
    const result = await run({ orderId })
    if (!result) return
    if (!result.ok) return toast(messageOf(result), 'bad')
    void queries.invalidateQueries({ queryKey: callKey(loanDocument.list) })
    navigate(paths.document(result.data.documentId))
  }
  return { make, isPending }
}
