import { type ChangeEvent, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** A picture from a file, or from the phone's own camera app: for who cannot, or will not, use the camera here. */
export function PicturePicker(props: {
  label: string
  kind: 'secondary' | 'quiet'
  onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Cleared, so that choosing the same file again is a change again.
    event.target.value = ''
    if (file) props.onPick(file)
  }
  return (
    <>
      <Button kind={props.kind} onPress={() => input.current?.click()}>
        {props.label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        hidden
        aria-label={props.label}
        onChange={pick}
      />
    </>
  )
}
