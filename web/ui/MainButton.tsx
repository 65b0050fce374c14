import { type ComponentProps, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'

type MainButtonProps = Omit<ComponentProps<typeof Button>, 'small' | 'grow'> & {
  /** The missing input, as a sentence; undefined once the action is possible. */
  missing: string | undefined
}

/**
 * The button of a screen's or a card's main action. While something is missing it looks quiet and
 * names it below. It can be pressed even then, and its screen answers the press with the specified
 * message; only base info and work info disable it (specification §5).
 */
export function MainButton({ missing, kind = 'main', ...props }: MainButtonProps) {
  const id = useId()
  return (
    <>
      <Button
        {...props}
        wide
        kind={missing === undefined ? kind : 'idle'}
        describedBy={
          [props.describedBy, missing !== undefined && id].filter(Boolean).join(' ') || undefined
        }
      />
      {missing !== undefined && (
        <Note center id={id}>
          {missing}
        </Note>
      )}
    </>
  )
}
