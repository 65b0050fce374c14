import type { ReactNode } from 'react'
import { useRead } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { noteText } from '#console/notes.ts'
import { OrderLink } from '#console/order-link.tsx'
import { Allowed, Failed, Values } from '#console/parts.tsx'
import { wordOf } from '#console/states.ts'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { TROUBLE_KINDS, type TroubleKind } from '#domain/staff/inbox.ts'
import { money } from '#words/format.ts'

type Details = Output<typeof inbox.trouble>

/** An item that the server could not finish: its attempts, and the reference for questions. */
export function Trouble({ kind, id }: { kind: string; id: string }) {
  const troubleKind = TROUBLE_KINDS.find(each => each === kind)
  return troubleKind === undefined ? (
    <p>{say('trouble.none')}</p>
  ) : (
    <Allowed by="inbox:work">
      <One kind={troubleKind} id={id} />
    </Allowed>
  )
}

function One({ kind, id }: { kind: TroubleKind; id: string }) {
  const may = useMay()
  const read = useRead(inbox.trouble, { kind, id })
  if (read.error) return <Failed error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <p>{say('loading')}</p>
  const { orderNo } = read.data
  return (
    <>
      <h1>{say(`kind.${kind}`)}</h1>
      {orderNo !== null && (
        <p className="what">
          {may('borrowers:read') ? (
            <OrderLink orderNo={orderNo} />
          ) : (
            <span>{say('inbox.order', { orderNo })}</span>
          )}
        </p>
      )}
      <p>{say(`trouble.${kind}`)}</p>
      <Values rows={rowsOf(kind, read.data)} />
    </>
  )
}

function rowsOf(kind: TroubleKind, details: Details): readonly (readonly [string, ReactNode])[] {
  const { since, amount, notes, vendor, reference, stateThere, codes } = details
  const { reason, tries, againAt } = details
  const rows: readonly (readonly [string, ReactNode])[] = [
    [say('trouble.since'), when(since)],
    [say('trouble.amount'), amount === null ? null : money(amount)],
    [say('trouble.state'), notes.length === 0 ? null : noteText(kind, notes)],
    [say('trouble.state-there'), stateThere === null ? null : wordOf('mandate', stateThere)],
    [say('trouble.vendor'), vendor],
    [say('trouble.reference'), reference],
    [say('trouble.reason'), reason],
    [say('trouble.tries'), tries === null ? null : String(tries)],
    [say('trouble.again'), againAt === null ? null : when(againAt)],
    [say('trouble.codes'), codes === null ? null : say('trouble.codes.figures', codes)],
  ]
  return rows.filter(([, value]) => value !== null)
}
