import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'

/** What stands there while a screen's code arrives. */
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
