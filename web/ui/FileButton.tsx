import { type ChangeEvent, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import type { IconName } from '#web/ui/Icon.tsx'

type FileButtonProps = {
  label: string
  kind: 'main' | 'secondary' | 'quiet'
  icon?: IconName
  wide?: boolean
  /** Opens the phone's front camera app where there is one. */
  capture?: 'user'
  onPick: (file: File) => void
}

/** A button that asks for a picture, from a file or from the phone's own camera app. */
export function FileButton({ label, capture, onPick, ...looks }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Cleared, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file) onPick(file)
  }
  return (
    <>
      <Button {...looks} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={capture}
        hidden
        aria-label={label}
        onChange={pick}
      />
    </>
  )
}
