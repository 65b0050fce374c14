import { useState } from 'react'
import { Art } from '#web/ui/Art.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Grow, Row, Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Dialog, Sheet } from '#web/ui/Overlay.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { Hint, Status } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { ItemSamples } from './ItemSamples.tsx'

const states: readonly [string, TagTone][] = [
  ['Auditing', 'warn'],
  ['Pass', 'brand'],
  ['Denied', 'neutral'],
  ['Lending', 'brand'],
  ['Loaned', 'good'],
  ['Overdued', 'bad'],
  ['Extension', 'warn'],
]

export function StateSamples() {
  return (
    <>
      <Row wrap>
        {states.map(([name, tone]) => (
          <Tag key={name} tone={tone}>
            {name}
          </Tag>
        ))}
      </Row>
      <MessageSamples />
      <Overlays />
      <Waiting />
      <Stepper steps={['Basic', 'Work', 'Identity', 'Face', 'Contacts']} now={3} />
      <Card flush>
        <Fold title="First question, open" open icon="document">
          A short answer, in two lines at most where it can be.
        </Fold>
        <Fold title="Second question">Another.</Fold>
      </Card>
      <ItemSamples />
      <Row wrap>
        {(
          ['order', 'audit', 'denied', 'offline', 'error', 'success', 'bank', 'search'] as const
        ).map(name => (
          <Art key={name} name={name} />
        ))}
      </Row>
    </>
  )
}

function MessageSamples() {
  return (
    <Section title="Messages">
      <Stack>
        <Banner>You are offline. What you typed is kept.</Banner>
        <Banner
          tone="bad"
          title="One answer needs another look"
          list={['District does not belong to Maharashtra.', 'PIN code has six digits.']}
        />
        <Banner tone="good">₹399.86 received. Thank you.</Banner>
        <Banner tone="warn">Pay within 24 hours, or the extension fails.</Banner>
        <Hint icon="shield">
          Used only to decide on your application. You can see and erase it on the account page.
        </Hint>
        <Status tone="good">Verified</Status>
        <Status tone="bad">3 days overdue, since 17 Nov</Status>
      </Stack>
    </Section>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>()
  const close = () => setOpen(undefined)
  return (
    <Row wrap>
      <Button small kind="secondary" onPress={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button small kind="secondary" onPress={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button
        small
        kind="secondary"
        onPress={() => toast('Please agree with Loan Guarantee Argreement.', 'bad')}
      >
        Toast
      </Button>
      {open === 'dialog' && (
        <Dialog
          title="Is this yor IFSC Code?"
          onClose={close}
          actions={
            <>
              <Button kind="secondary" onPress={close}>
                RE-FIND
              </Button>
              <Button kind="main" onPress={close}>
                Yes
              </Button>
            </>
          }
        >
          <KeyValues
            rows={[
              { label: 'State', value: 'Maharashtra' },
              { label: 'District', value: 'Pune' },
              { label: 'Branch', value: 'Kothrud' },
            ]}
          />
        </Dialog>
      )}
      {open === 'sheet' && (
        <Sheet title="Branch in Pune" onClose={close} padded>
          <KeyValues
            rows={[
              { label: 'Law College Road', value: 'SBIN0011701' },
              { label: 'Market Yard Road', value: 'SBIN0000575' },
            ]}
          />
        </Sheet>
      )}
    </Row>
  )
}

function Waiting() {
  const [failed, setFailed] = useState(true)
  const refetch = () => setFailed(!failed)
  return (
    <Section title="Waiting">
      <Stack>
        <Card>
          <Row>
            <Bone shape="square" />
            <Grow>
              <Bone />
            </Grow>
          </Row>
          <Bone shape="row" />
          <Bone shape="button" />
        </Card>
        <Loadable
          query={{
            data: undefined,
            error: failed ? new Error('sample') : null,
            isFetching: !failed,
            refetch,
          }}
          skeleton={<Bone shape="card" />}
        >
          {() => null}
        </Loadable>
        <Empty art="order" action={<Button>Apply</Button>}>
          No order history go get your first loan
        </Empty>
      </Stack>
    </Section>
  )
}
