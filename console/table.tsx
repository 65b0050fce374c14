import type { ReactNode } from 'react'

/** A table that scrolls within the page where it is wider. Numbers and amounts stand at the right. */
export function Table(props: {
  name: string
  columns: readonly { readonly head: string; readonly isNumber?: boolean }[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" aria-label={props.name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td
                  key={props.columns[at]?.head}
                  className={props.columns[at]?.isNumber ? 'number' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
