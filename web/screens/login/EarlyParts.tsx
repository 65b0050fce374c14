import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { PhoneField } from '#web/ui/TextField.tsx'

const nothing = () => undefined
/** The text that the script replaces. */
const TEXT = '.'

/**
 * The parts of the form that the prerendered page does not show, each in the state in which the
 * script in the page may need it: with a fault, with a hint or pending. The build draws them into a
 * template of the page (prerender.tsx).
 */
export function EarlyParts() {
  return (
    <>
      <PhoneField name="phone" label={TEXT} value="" onChange={nothing} error={TEXT} />
      <CodeField
        name="code"
        label={TEXT}
        length={1}
        value=""
        onChange={nothing}
        hint={<span role="status">{TEXT}</span>}
        action={
          <Button kind="secondary" pending>
            {TEXT}
          </Button>
        }
      />
      <Checkbox name="agree" checked={false} onChange={nothing} error={TEXT}>
        {TEXT}
      </Checkbox>
    </>
  )
}
