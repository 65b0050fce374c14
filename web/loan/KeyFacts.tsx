import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import styles from './KeyFacts.module.css'

export type Statement = Output<typeof order.keyFactsOffered>
type Section = Statement['sections'][number]

type OpenSections = 'first' | 'all' | 'none'

/** The Key Facts Statement in sections, for a flush card; `opened` names the unfolded ones. */
export function KeyFacts({
  statement,
  opened = 'first',
}: {
  statement: Statement
  opened?: OpenSections
}) {
  return statement.sections.map((section, index) => (
    <Fold
      key={section.title}
      title={section.title}
      open={opened === 'all' || (opened === 'first' && index === 0)}
      {...(index === 0 && { icon: 'document' })}
    >
      {section.rows.length > 0 && <KeyValues columns rows={section.rows.map(rowOf)} />}
      {section.table && <Table title={section.title} {...section.table} />}
    </Fold>
  ))
}

function rowOf({ label, value, note }: Section['rows'][number]) {
  return { label, value, ...(note !== null && { note }) }
}

type TableProps = NonNullable<Section['table']> & { title: string }

/**
 * The columns fit side by side on a phone, because the caption names the rupee for all amounts. In
 * large text each cell stands on a line with its column's name.
 */
function Table({ title, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className={styles.scroller} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>{t('loan.key-facts.rupees')}</caption>
        <thead>
          <tr>
            {head.map(label => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(cells => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
                <td key={index} data-label={head[index]}>
                  {cell.replace('₹', '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * A Key Facts Statement, shown before it binds, with its proposal number and, if it has one, a link
 * to its own page.
 */
export function Disclosure({
  statement,
  number,
  to,
  opened,
}: {
  statement: Statement
  number: string
  to?: string
  opened?: OpenSections
}) {
  return (
    <Card flush>
      <Item
        strong
        title={t('common.title.key-facts')}
        note={t('loan.key-facts.number', { number })}
        {...(to !== undefined && { to })}
      />
      <KeyFacts statement={statement} {...(opened && { opened })} />
    </Card>
  )
}
