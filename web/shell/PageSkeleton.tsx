import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'

/** Shown while a screen's code loads. */
export function PageSkeleton() {
  return (
    <Page>
      <Body>
        <Skeleton>
          <Stack gap="loose">
            <Bone shape="title" half />
            <Bone shape="card" />
            <Bone shape="card" />
          </Stack>
        </Skeleton>
      </Body>
    </Page>
  )
}
