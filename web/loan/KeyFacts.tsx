import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import styles from './KeyFacts.module.css'

export type Statement = Output<typeof order.keyFactsOffered>
type Section = Statement['sections'][number]

/**
 * The Key Facts Statement, section by section, for a flush card: with the first section open, or
 * all if `whole`.
 */
export function KeyFacts({ statement, whole = false }: { statement: Statement; whole?: boolean }) {
  return statement.sections.map((section, index) => (
    <Fold
      key={section.title}
      title={section.title}
      open={whole || index === 0}
      {...(index === 0 && { icon: 'document' })}
    >
      {section.rows.length > 0 && <KeyValues rows={section.rows.map(rowOf)} />}
      {section.table && <Table {...section.table} />}
    </Fold>
  ))
}

function rowOf({ label, value, note }: Section['rows'][number]) {
  return { label, value, ...(note !== null && { note }) }
}

/**
 * Each line of the table becomes a list: its columns would not fit side by side on a phone,
 * especially in large text.
 */
function Table({ head, rows }: NonNullable<Section['table']>) {
  return rows.map(cells => (
    <div key={cells.join(' ')} className={styles.line}>
      <KeyValues
        rows={head.flatMap((label, index) => (cells[index] ? { label, value: cells[index] } : []))}
      />
    </div>
  ))
}

/**
 * A Key Facts Statement, shown before it binds, with its proposal number and, if it has one, a link
 * to its own page.
 */
export function Disclosure({
  statement,
  number,
  to,
}: {
  statement: Statement
  number: string
  to?: string
}) {
  return (
    <Card flush>
      <Item
        strong
        title={t('common.title.key-facts')}
        note={t('loan.key-facts.number', { number })}
        {...(to !== undefined && { to })}
      />
      <KeyFacts statement={statement} />
    </Card>
  )
}
