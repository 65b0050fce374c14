import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import styles from './KeyFacts.module.css'

export type Statement = Output<typeof order.keyFactsOffered>
type Section = Statement['sections'][number]

/** The Key Facts Statement, part by part, for a flush card: the first part open, or `whole`. */
export function KeyFacts({ statement, whole = false }: { statement: Statement; whole?: boolean }) {
  return statement.sections.map((section, index) => (
    <Fold key={section.title} title={section.title} open={whole || index === 0} {...(index === 0 && { icon: 'document' })}>
      {section.rows.length > 0 && <KeyValues rows={section.rows.map(rowOf)} />}
      {section.table && <Table title={section.title} table={section.table} />}
    </Fold>
  ))
}

function rowOf({ label, value, note }: Section['rows'][number]) {
  return { label, value, ...(note !== null && { note }) }
}

function Table({ title, table: { head, rows } }: { title: string; table: NonNullable<Section['table']> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has only keys scrolls it sideways
    <section className={styles.wide} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
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
            <tr key={cells[0]}>
              {cells.map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
