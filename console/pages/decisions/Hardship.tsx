import { Link, useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Opening } from '#console/looking.tsx'
import { OrderLink } from '#console/order-link.tsx'
import { Allowed, Problem, Values } from '#console/parts.tsx'
import { CellTable } from '#console/table.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffHardship } from '#contract/staff/hardship.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText, money, percent } from '#words/format.ts'

type HardshipPage = Output<typeof staffHardship.open>

/** A request for later due days: opened with a reason, then granted or refused. */
export function Hardship({ orderId }: { orderId: string }) {
  return (
    <Opening
      title={say('hardship')}
      call={staffHardship.open}
      by="borrowers:read"
      usual="borrower-asked"
      input={why => ({ orderId, why })}
    >
      {opened => <Request opened={opened} />}
    </Opening>
  )
}

function Request({ opened }: { opened: HardshipPage }) {
  const { orderNo, productName, requestedAt, borrowerId, moveDays, answerBy } = opened
  return (
    <>
      <h1>{say('hardship')}</h1>
      <p className="what">
        <OrderLink orderNo={orderNo} />
        <span>{productName}</span>
        <span>{say('hardship.requested', { when: when(requestedAt) })}</span>
        <Link href={`/borrower/${borrowerId}`}>{say('order.borrower')}</Link>
      </p>
      <p>{say('hardship.lead', { days: moveDays })}</p>
      <p>{say('hardship.by', { day: dayText(answerBy, 'en') })}</p>
      <h2>{say('hardship.why')}</h2>
      <ul className="list">
        {opened.referredFor.map(reason => (
          <li key={reason}>{say(`hardship.reason.${reason}`)}</li>
        ))}
      </ul>
      <h2>{say('hardship.loan')}</h2>
      <Values
        rows={[
          [say('hardship.principal'), money(opened.principal)],
          [say('hardship.owed'), money(opened.owedToday)],
          [say('hardship.worst'), String(opened.worstOverdueDays)],
          [say('hardship.extensions'), String(opened.extensionsPaid)],
          [say('hardship.plans'), String(opened.earlierPlans)],
        ]}
      />
      <h2>{say('hardship.change')}</h2>
      <Change opened={opened} />
      <h2>{say('hardship.answer')}</h2>
      <Answer orderId={opened.orderId} />
    </>
  )
}

/** Every repayment to come as it is now, and beside it as it would be. */
function Change({ opened }: { opened: HardshipPage }) {
  const { before, after, tenorDays: days, maxTenorDays: most } = opened
  return (
    <>
      <CellTable
        label={say('hardship.change')}
        columns={[
          { head: say('hardship.number'), isNumber: true },
          { head: say('hardship.day-now') },
          { head: say('hardship.amount-now'), isNumber: true },
          { head: say('hardship.day-then') },
          { head: say('hardship.amount-then'), isNumber: true },
        ]}
        rows={before.map((now, at) => {
          const then = after[at]
          return {
            key: now.day,
            cells: [
              at + 1,
              dayText(now.day, 'en'),
              money(now.amount),
              then && dayText(then.day, 'en'),
              then && money(then.amount),
            ],
          }
        })}
      />
      <Values
        rows={[
          [say('hardship.added'), money(opened.addedInterest)],
          [say('hardship.total-now'), money(opened.totalBefore)],
          [say('hardship.total-then'), money(opened.totalAfter)],
          [say('hardship.apr'), percent(opened.apr)],
          [say('hardship.tenor'), say('hardship.tenor.of', { days, most })],
        ]}
      />
    </>
  )
}

function Answer({ orderId }: { orderId: string }) {
  const [, navigate] = useLocation()
  const { act, stateOf, problem } = useAct()
  const refusing = stateOf(staffHardship.refuse)
  const [reason, setReason] = useFormDraft(`hardship ${orderId}`, '')
  async function grant() {
    if (await act(staffHardship.grant, { orderId })) navigate('/')
  }
  async function refuse() {
    if (!(await act(staffHardship.refuse, { orderId, reason }))) return
    setReason('')
    navigate('/')
  }
  return (
    <Allowed by="hardship:decide">
      <div className="inline">
        <Problem text={problem} />
        <div className="acts">
          <Button kind="main" {...stateOf(staffHardship.grant)} onPress={() => void grant()}>
            {say('hardship.grant')}
          </Button>
        </div>
        <TextField
          label={say('hardship.refuse.reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
        />
        {reason.trim() !== '' && <Note>{say('face.reads', { text: reason })}</Note>}
        <div className="acts">
          <Button
            kind="danger"
            pending={refusing.pending}
            disabled={refusing.disabled || reason.trim() === ''}
            onPress={() => void refuse()}
          >
            {say('hardship.refuse')}
          </Button>
        </div>
      </div>
    </Allowed>
  )
}
