import type { ReactNode } from 'react'
import { looksOf } from '#web/ui/Button.tsx'

/** A main action that leads to another site; opened beside ours if `beside` says so. */
export function OutsideButton(props: {
  href: string
  beside?: boolean
  onPress?: () => void
  children: ReactNode
}) {
  return (
    <a
      className={looksOf({ kind: 'main' })}
      href={props.href}
      rel="noopener noreferrer"
      onClick={props.onPress}
      {...(props.beside && { target: '_blank' })}
    >
      {props.children}
    </a>
  )
}
