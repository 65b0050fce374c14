import type { ReactElement } from 'react'
import type { moreDrawings } from '#web/ui/more-drawings.tsx'
import styles from './Icon.module.css'

/**
 * One family: 24 px, a line of 1.6, round ends. Names say what a drawing is for, not what it shows.
 * These are the ones that every page needs, public ones too; all others are in `more-drawings.tsx`.
 */
export const baseDrawings = {
  back: <path d="M14.5 5.5 8 12l6.5 6.5" />,
  feedback: (
    <>
      <path d="M4 5.5h16V16h-8l-4.5 4v-4H4z" />
      <path d="M8.5 10.8h7" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 8v.1" />
    </>
  ),
  alert: <path d="M12 4.5 21 19.5H3zM12 10v4.5M12 17v.1" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  down: <path d="m5.5 9 6.5 6.5L18.5 9" />,
  close: <path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />,
  forward: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  home: <path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
  orders: (
    <>
      <path d="M6 3.5h12V20l-2.4-1.6L13.2 20 12 19.2 10.8 20l-2.4-1.6L6 20z" />
      <path d="M9.5 8h5M9.5 12h5" />
    </>
  ),
  account: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />
    </>
  ),
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5L19.5 9M19.5 4.5V9H15" />,
} as const

export type IconName = keyof typeof baseDrawings | keyof typeof moreDrawings

const drawings: Partial<Record<IconName, ReactElement>> = { ...baseDrawings }

/** Adds the drawings of `more-drawings.tsx`. */
export function addDrawings(more: typeof moreDrawings): void {
  Object.assign(drawings, more)
}

/**
 * An icon is decoration only: its meaning is always in a text beside it, or in the label of its
 * control.
 */
export function Icon(props: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={props.small ? styles.small : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {drawings[props.name]}
    </svg>
  )
}
