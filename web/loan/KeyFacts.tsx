import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import styles from './KeyFacts.module.css'

export type Statement = Output<typeof order.keyFactsOffered>
type Section = Statement['sections'][number]

/** The Key Facts Statement, part by part, for a flush card: the first part open, or `whole`. */
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

/** A line of the table is a list of its own: side by side its columns would not fit a phone, the less so in large text. */
function Table({ head, rows }: NonNullable<Section['table']>) {
  return rows.map(cells => (
    <div key={cells.join(' ')} className={styles.line}>
      <KeyValues
        rows={head.flatMap((label, index) => (cells[index] ? { label, value: cells[index] } : []))}
      />
    </div>
  ))
}

/** A Key Facts Statement, said before it binds, with its proposal number and, where it has one, the way to its own page. */
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
