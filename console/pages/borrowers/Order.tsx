import { useState } from 'react'
import { Link } from 'wouter'
import { Opening } from '#console/looking.tsx'
import type { OrderPage } from '#console/order-page.ts'
import { OrderActs } from '#console/pages/borrowers/OrderActs.tsx'
import { Money } from '#console/pages/borrowers/OrderMoney.tsx'
import { Values } from '#console/parts.tsx'
import { eventName, howText, stateName, toneOf, wordOf } from '#console/states.ts'
import { CellTable } from '#console/table.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import { staffOrder } from '#contract/staff/order.ts'
import type { Account } from '#domain/lending/ledger.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText, money, percent } from '#words/format.ts'

/** Everything about an order on one page, opened with a reason. */
export function Order({ orderNo }: { orderNo: string }) {
  return (
    <Opening
      title={say('order')}
      call={staffOrder.open}
      by="borrowers:read"
      input={why => ({ orderNo, why })}
    >
      {opened => <Whole order={opened} />}
    </Opening>
  )
}

function Whole({ order }: { order: OrderPage }) {
  const { orderNo, state, productName, principal, appliedAt, borrowerId, proposals } = order
  const rows: readonly [string, string][] = [
    [say('order.owed'), money(order.owedToday)],
    [say('order.principal'), money(principal)],
    [say('order.arrive'), money(order.arrive)],
    [say('order.fee'), money(order.serviceFee)],
    [say('order.gst'), money(order.gst)],
    [say('order.interest'), money(order.interest)],
    [say('order.apr'), percent(order.apr)],
  ]
  return (
    <>
      <h1>{orderNo}</h1>
      <p className="what">
        <Tag tone={toneOf(state)}>{stateName(state)}</Tag>
        <span>{productName}</span>
        <span>{when(appliedAt)}</span>
        <Link href={`/borrower/${borrowerId}`}>{say('order.borrower')}</Link>
      </p>
      {proposals.map(({ proposalId, act, until }) => (
        <Banner key={proposalId} tone="warn">
          {say('order.pending', { act: say(`act.${act}`), until: when(until) })}{' '}
          <Link href="/proposals">{say('inbox.see-proposals')}</Link>
        </Banner>
      ))}
      <Values rows={rows} />
      <h2>{say('order.acts')}</h2>
      <OrderActs order={order} />
      <h2>{say('order.moves')}</h2>
      <Moves moves={order.moves} />
      <h2>{say('order.schedule')}</h2>
      <Schedule schedule={order.schedule} />
      <h2>{say('order.money')}</h2>
      <Money order={order} />
      <h2>{say('order.books')}</h2>
      <Books order={order} />
    </>
  )
}

function Moves({ moves }: Pick<OrderPage, 'moves'>) {
  return (
    <CellTable
      label={say('order.moves')}
      columns={[
        { head: say('order.col.at') },
        { head: say('order.col.event') },
        { head: say('order.col.state') },
        { head: say('order.col.by') },
        { head: say('order.col.cause') },
      ]}
      rows={moves.map(({ at, event, state, actor, cause }, place) => ({
        key: `${place}`,
        cells: [
          when(at),
          eventName('order', event),
          stateName(state),
          howText(actor),
          cause === null ? '' : howText(cause),
        ],
      }))}
    />
  )
}

function Schedule({ schedule }: Pick<OrderPage, 'schedule'>) {
  if (schedule.length === 0) return <Note>{say('order.schedule.none')}</Note>
  return (
    <CellTable
      label={say('order.schedule')}
      columns={[
        { head: say('order.col.number'), isNumber: true },
        { head: say('order.col.due') },
        { head: say('order.col.amount'), isNumber: true },
        { head: say('order.col.paid'), isNumber: true },
        { head: say('order.col.owed'), isNumber: true },
        { head: say('order.col.late'), isNumber: true },
        { head: say('order.col.state') },
      ]}
      rows={schedule.map(each => ({
        key: String(each.number),
        cells: [
          each.number,
          dayText(each.dueDay, 'en'),
          money(each.amount),
          money(each.paid),
          money(each.owed),
          each.overdueDays || '',
          stateName(each.state, 'instalment'),
        ],
      }))}
    />
  )
}

/** The balances of the order's accounts; a chosen one shows the entries of which it is the sum. */
function Books({ order: { balances, entries } }: { order: OrderPage }) {
  const [account, setAccount] = useState<Account>()
  if (entries.length === 0) return <Note>{say('order.books.none')}</Note>
  const shown = entries.filter(
    ({ debit, credit }) => account === undefined || debit === account || credit === account,
  )
  const booked = balances.filter(({ account: each }) =>
    entries.some(({ debit, credit }) => debit === each || credit === each),
  )
  return (
    <>
      <Note>{say('order.books.lead')}</Note>
      <div className="acts">
        {booked.map(({ account: each, balance }) => (
          <Button
            key={each}
            kind={each === account ? 'primary' : 'secondary'}
            small
            onPress={() => setAccount(each === account ? undefined : each)}
          >
            {say(`account.${each}`)} {money(balance)}
          </Button>
        ))}
      </div>
      <CellTable
        label={account === undefined ? say('order.books.all') : say(`account.${account}`)}
        columns={[
          { head: say('order.col.day') },
          { head: say('order.col.posting') },
          { head: say('order.col.debit') },
          { head: say('order.col.credit') },
          { head: say('order.col.amount'), isNumber: true },
        ]}
        rows={shown.map(({ posting, day, debit, credit, amount }, place) => ({
          key: `${place}`,
          cells: [
            dayText(day, 'en'),
            wordOf('posting', posting.split(':')[0] ?? ''),
            say(`account.${debit}`),
            say(`account.${credit}`),
            money(amount),
          ],
        }))}
      />
    </>
  )
}
