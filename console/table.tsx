import type { ReactNode } from 'react'

type Column = { readonly head: string; readonly isNumber?: boolean }

/**
 * A table that scrolls sideways where it is wider than its page, also by keyboard. The children are
 * its rows.
 */
export function Table(props: {
  label: string
  head: readonly (string | Column)[]
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className="scroll" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.head
              .map(each => (typeof each === 'string' ? { head: each } : each))
              .map(column => (
                <th key={column.head} scope="col" className={classOf(column)}>
                  {column.head}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}

/** A table of cells by column. Numbers and amounts are aligned right. */
export function CellTable(props: {
  label: string
  columns: readonly Column[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}) {
  return (
    <Table label={props.label} head={props.columns}>
      {props.rows.map(({ key, cells }) => (
        <tr key={key}>
          {props.columns.map((column, at) => (
            <td key={column.head} className={classOf(column)}>
              {cells[at]}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

function classOf({ isNumber }: Column): string | undefined {
  return isNumber ? 'number' : undefined
}
