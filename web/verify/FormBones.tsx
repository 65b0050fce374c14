import { Body, Stack } from '#web/ui/Layout.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'

/** The skeleton of a step's form. */
export function FormBones() {
  return (
    <Body spaced>
      <Stack gap="loose">
        <Bones count={5} shape="field" />
      </Stack>
    </Body>
  )
}
