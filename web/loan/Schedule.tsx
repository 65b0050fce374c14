import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { type Paise, paise } from '#domain/money.ts'
import type { Parts } from '#domain/parts.ts'
import { shareText } from '#web/device/share.ts'
import { useShowsCash } from '#web/device/shows-cash.ts'
import { usePrinting } from '#web/device/usePrinting.ts'
import { Cash, CashSwitch } from '#web/loan/Cash.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { ScheduleBars } from '#web/ui/AmountHero.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Strong, TextLink } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import styles from './Schedule.module.css'

export type ScheduleRow = Output<typeof order.quote>['schedule'][number]
/** An instalment of a running loan also has what falls due on it. */
type ListedRow = ScheduleRow & { readonly fallsDue?: Parts | null }

/**
 * The repayments as bars, with all dates behind a link, or in print as their table. `paid` is the
 * number of paid ones.
 */
export function Schedule({ rows, paid = 0 }: { rows: readonly ListedRow[]; paid?: number }) {
  const [isListed, setListed] = useState(false)
  const isPrinting = usePrinting()
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return null
  const count = rows.length
  if (count === 1) return <OnlyRepayment row={first} />
  if (isPrinting)
    return (
      <Section title={t('loan.dates')}>
        <ScheduleTable rows={rows} />
      </Section>
    )
  return (
    <Section title={t('loan.schedule', { count })} aside={<Strong>{money(first.amount)}</Strong>}>
      <ScheduleBars
        bars={rows.map(({ principal, interest }, index) => ({
          principal,
          interest,
          paid: index < paid,
        }))}
        from={day(first.dueDay)}
        to={day(last.dueDay)}
        description={t('loan.schedule.described', {
          count,
          amount: money(first.amount),
          last: money(last.amount),
        })}
        legend={{ principal: t('loan.principal'), interest: t('loan.interest') }}
        aside={<TextLink onPress={() => setListed(true)}>{t('loan.all-dates')}</TextLink>}
      />
      {isListed && (
        <Sheet title={t('loan.dates')} padded onClose={() => setListed(false)}>
          <Stack gap="loose">
            <CashSwitch />
            <ScheduleTable rows={rows} />
            <Button kind="secondary" wide icon="share" onPress={() => void shareDates(rows)}>
              {t('loan.dates.share')}
            </Button>
          </Stack>
        </Sheet>
      )}
    </Section>
  )
}

/** Shares the days and their amounts as a text; a browser without a share sheet copies it. */
async function shareDates(rows: readonly ListedRow[]): Promise<void> {
  const lines = rows.map(row => `${row.number}. ${day(row.dueDay)}: ${money(amountOf(row))}`)
  const end = await shareText(t('loan.dates'), lines.join('\n'))
  if (end === 'copied') toast(t('loan.dates.copied'), 'good')
  if (end === 'failed') toast(t('loan.dates.not-shared'), 'bad')
}

function amountOf(row: ListedRow): Paise {
  const { principal, interest } = row.fallsDue ?? row
  return paise(principal + interest)
}

/** A single repayment is shown as a line, because one bar compares nothing. */
function OnlyRepayment({ row }: { row: ScheduleRow }) {
  return (
    <Section title={t('loan.schedule', { count: 1 })} aside={<Strong>{money(row.amount)}</Strong>}>
      <KeyValues
        rows={[{ label: t('loan.due'), value: day(row.dueDay), note: t('loan.if-today') }]}
      />
    </Section>
  )
}

function ScheduleTable({ rows }: { rows: readonly ListedRow[] }) {
  const showsCash = useShowsCash()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('loan.number')}</th>
          <th scope="col">{t('loan.due')}</th>
          <th scope="col">{t('loan.instalment')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.number}>
            <td>{row.number}</td>
            <td>{day(row.dueDay)}</td>
            <td>
              <RowAmount row={row} />
              {showsCash && <Cash amount={amountOf(row)} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowAmount({ row }: { row: ListedRow }) {
  const { principal, interest } = row.fallsDue ?? row
  return (
    <>
      {money(amountOf(row))}
      <span className={styles.parts}>
        {money(principal)} + {money(interest)}
      </span>
    </>
  )
}
