import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { autopay } from '#contract/autopay.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { useReturn } from '#web/device/useReturn.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Row, Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'

type Status = Output<typeof autopay.status>
type Part = { orderId: string; status: Status }

/** The polling interval while the UPI app or the bank has to answer. */
const POLL_MS = 3_000

/**
 * AutoPay on a running loan: set up, its next payment, and the borrower's commands. Empty where it
 * is neither offered nor on.
 */
export function AutoPay({ orderId }: { orderId: string }) {
  const status = useCall(
    autopay.status,
    { orderId },
    { pollMs: data => (isAwaiting(data) ? POLL_MS : undefined) },
  )
  if (status.data && !isShown(status.data)) return null
  return (
    <Section title={t('orders.autopay.title')}>
      <Loadable
        query={status}
        skeleton={<Bones count={2} shape="row" />}
        messageOf={messageOfError}
      >
        {data => <Shown orderId={orderId} status={data} />}
      </Loadable>
    </Section>
  )
}

function isShown({ isOffered, state }: Status): boolean {
  return isOffered || (state !== 'off' && state !== 'refused')
}

function Shown(part: Part) {
  const parts = { off: Off, refused: Off, asked: Requested, active: On, paused: Paused } as const
  const Body = parts[part.status.state]
  return (
    <Card>
      <Stack>
        <Body {...part} />
      </Stack>
    </Card>
  )
}

function isAwaiting(status: Status | undefined): boolean {
  return status?.state === 'asked' || status?.next?.debit === 'started'
}

/** Reads the status and the order again after a command. */
function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: callKey(autopay.status) })
    await queries.invalidateQueries({ queryKey: callKey(order.detail) })
  }
}

function Off({ orderId, status }: Part) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Note>
        {t(status.state === 'refused' ? 'orders.autopay.refused' : 'orders.autopay.text')}
      </Note>
      <Button kind="secondary" wide onPress={() => setOpen(true)}>
        {t('orders.autopay.set-up')}
      </Button>
      {isOpen && <SetUpSheet orderId={orderId} status={status} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Opens the page on which the UPI app asks for approval; it returns to this order. */
function useSetUp(orderId: string) {
  const { run, isPending } = useAction(autopay.setUp)
  const refresh = useRefresh()
  const [isLeaving, setLeaving] = useState(false)
  useReturn(() => setLeaving(false))
  async function open() {
    const result = await run({ orderId, isAgreed: true })
    if (!result) return
    if (result.ok) {
      setLeaving(true)
      location.assign(result.data.url)
      return
    }
    toast(messageOf(result), 'bad')
    await refresh()
  }
  return { open: () => void open(), isPending: isPending || isLeaving }
}

/** The text of a consent, as it is recorded, and the button that agrees. */
function SetUpSheet({ orderId, status, onClose }: Part & { onClose: () => void }) {
  const { open, isPending } = useSetUp(orderId)
  return (
    <Sheet
      title={t('orders.autopay.set-up')}
      padded
      onClose={onClose}
      foot={
        <Button kind="main" wide pending={isPending} onPress={open}>
          {t('orders.autopay.agree')}
        </Button>
      }
    >
      <Stack gap="loose">
        <KeyValues
          rows={[
            { label: t('orders.autopay.when'), value: t('orders.autopay.when.text') },
            status.cap !== null && { label: t('orders.autopay.cap'), value: money(status.cap) },
            status.endsOn !== null && {
              label: t('orders.autopay.ends'),
              value: day(status.endsOn),
            },
          ]}
        />
        {status.first !== null && status.first.why !== null && <Next next={status.first} />}
        <Note tone="ink">{t('consent.autopay')}</Note>
        <Card flush>
          <Fold title={t('consent.more')}>
            <Note>{t('consent.autopay.more')}</Note>
          </Fold>
        </Card>
      </Stack>
    </Sheet>
  )
}

function Requested({ orderId }: Part) {
  const { open, isPending } = useSetUp(orderId)
  return (
    <>
      <Note>{t('orders.autopay.asked')}</Note>
      <Row>
        <Button kind="secondary" grow pending={isPending} onPress={open}>
          {t('orders.autopay.open')}
        </Button>
        <Command orderId={orderId} to="revoke" words="orders.autopay.cancel" />
      </Row>
    </>
  )
}

function On({ orderId, status }: Part) {
  const { next } = status
  return (
    <>
      {next && <Next next={next} />}
      {!next && <Note>{t('orders.autopay.waits')}</Note>}
      {next?.debit === 'announced' && <Skip orderId={orderId} />}
      <Row>
        <Command orderId={orderId} to="pause" words="orders.autopay.pause" />
        <Command orderId={orderId} to="revoke" words="orders.autopay.end" />
      </Row>
    </>
  )
}

/** The next instalment, and whether AutoPay takes it. */
function Next({ next }: { next: NonNullable<Status['next']> }) {
  return (
    <>
      <KeyValues rows={[{ label: day(next.day), value: money(next.amount) }]} />
      <Note {...(next.why !== null && { tone: 'ink' })}>{next.msg}</Note>
    </>
  )
}

function Paused({ orderId, status }: Part) {
  return (
    <>
      <Note>{t(status.isPausedInApp ? 'orders.autopay.paused.app' : 'orders.autopay.paused')}</Note>
      <Row>
        {!status.isPausedInApp && (
          <Command orderId={orderId} to="resume" words="orders.autopay.resume" />
        )}
        <Command orderId={orderId} to="revoke" words="orders.autopay.end" />
      </Row>
    </>
  )
}

/** A command that takes effect at once, without a confirmation. */
function Command(props: { orderId: string; to: 'pause' | 'resume' | 'revoke'; words: MessageId }) {
  const { run, isPending } = useAction(autopay.change)
  const refresh = useRefresh()
  async function command() {
    const result = await run({ orderId: props.orderId, to: props.to })
    if (result && !result.ok) toast(messageOf(result), 'bad')
    await refresh()
  }
  return (
    <Button kind="secondary" grow pending={isPending} onPress={() => void command()}>
      {t(props.words)}
    </Button>
  )
}

function Skip({ orderId }: { orderId: string }) {
  const { run, isPending } = useAction(autopay.skip)
  const refresh = useRefresh()
  async function skip() {
    const result = await run({ orderId })
    if (result && !result.ok) toast(messageOf(result), 'bad')
    await refresh()
  }
  return (
    <Button kind="primary" wide pending={isPending} onPress={() => void skip()}>
      {t('orders.autopay.skip')}
    </Button>
  )
}
