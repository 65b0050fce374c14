import { day, dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Section } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent, percentPerDay } from '#words/format.ts'
import type { HardshipData, Plan } from './hardship-data.ts'

type Repayment = Plan['after'][number] | undefined

/** The dates and amounts as agreed so far, and with the plan. */
export function Changes({ plan }: { plan: Plan }) {
  const { before, after, addedInterest, totalBefore, totalAfter, apr, autoPayMsg } = plan
  const last = { before: before.at(-1), after: after.at(-1) }
  return (
    <Section title={t('hardship.change')}>
      <KeyValues
        rows={[
          { label: t('hardship.next.before'), value: dated(before[0]) },
          { label: t('hardship.next.after'), value: dated(after[0]) },
          after.length > 1 &&
            last.before !== undefined &&
            last.after !== undefined && {
              label: t('hardship.last'),
              value: t('hardship.last.value', {
                before: dayShort(last.before.day),
                after: dayShort(last.after.day),
              }),
            },
          { label: t('hardship.fee'), value: t('hardship.fee.none') },
          {
            label: t('hardship.interest'),
            value: money(addedInterest),
            note: t('hardship.interest.note'),
          },
          { label: t('hardship.total.before'), value: money(totalBefore) },
          { label: t('hardship.total.after'), value: money(totalAfter), tone: 'sum' },
          { label: t('loan.apr'), value: percent(apr) },
        ]}
      />
      {autoPayMsg && <Note tone="ink">{autoPayMsg}</Note>}
    </Section>
  )
}

function dated(repayment: Repayment): string {
  if (!repayment) return ''
  return t('hardship.dated', { amount: money(repayment.amount), date: day(repayment.day) })
}

/** The consequences of the plan, shown before the request. */
export function Consequences({ plan, data }: { plan: Plan; data: HardshipData }) {
  const penal = { rate: percentPerDay(data.penalRate), cap: money(data.penalCap) }
  return (
    <Section title={t('hardship.know')}>
      <KeyValues
        columns
        rows={[
          {
            label: t('hardship.know.answer'),
            value: plan.isReferred
              ? t('hardship.know.answer.person')
              : t('hardship.know.answer.rules'),
          },
          { label: t('hardship.know.penal'), value: t('hardship.know.penal.note', penal) },
          { label: t('hardship.know.once'), value: t('hardship.know.once.note') },
          { label: t('hardship.know.restructured'), value: t('hardship.know.restructured.note') },
          { label: t('hardship.know.later'), value: t('hardship.know.later.note') },
        ]}
      />
    </Section>
  )
}
