import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendar } from '#contract/calendar.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { copyText } from '#web/device/share.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { OutsideButton } from '#web/ui/OutsideButton.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Hint, Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Creates and revokes the address from which the borrower's calendar reads the due dates. Only the
 * creating page shows the address, because the server stores its hash alone.
 */
export function CalendarSheet(props: { onClose: () => void }) {
  const link = useCall(calendar.link, {})
  const [address, setAddress] = useState<string>()
  return (
    <Sheet title={t('account.calendar')} padded onClose={props.onClose}>
      <Stack gap="loose">
        <Note tone="ink">{t('account.calendar.text')}</Note>
        <Hint icon="lock">{t('account.calendar.private')}</Hint>
        {address !== undefined && <Address address={address} />}
        <Loadable
          query={link}
          skeleton={<Bones count={1} shape="row" />}
          messageOf={messageOfError}
        >
          {({ since }) => (
            <Stack>
              {since && address === undefined && (
                <Note>{t('account.calendar.since', { day: day(since) })}</Note>
              )}
              <Create exists={since !== null} onCreated={setAddress} />
              {since && <Revoke onRevoked={() => setAddress(undefined)} />}
            </Stack>
          )}
        </Loadable>
      </Stack>
    </Sheet>
  )
}

/** The new address: to subscribe to, or to copy into a calendar elsewhere. */
function Address({ address }: { address: string }) {
  async function copy() {
    const isCopied = await copyText(address)
    toast(
      t(isCopied ? 'account.calendar.copied' : 'account.calendar.not-copied'),
      isCopied ? 'good' : 'bad',
    )
  }
  return (
    <Stack>
      <OutsideButton href={address.replace(/^https?:/, 'webcal:')}>
        {t('account.calendar.add')}
      </OutsideButton>
      <TextField
        label={t('account.calendar.address')}
        value={address}
        readOnly
        onChange={() => undefined}
        hint={t('account.calendar.once')}
        suffix={
          <Button kind="quiet" small onPress={() => void copy()}>
            {t('account.calendar.copy')}
          </Button>
        }
      />
    </Stack>
  )
}

function Create(props: { exists: boolean; onCreated: (address: string) => void }) {
  const { run, isPending } = useAction(calendar.create)
  const queries = useQueryClient()
  async function create() {
    const result = await run({})
    if (!result) return
    if (!result.ok) return toast(messageOf(result), 'bad')
    props.onCreated(result.data.address)
    await queries.invalidateQueries({ queryKey: callKey(calendar.link) })
  }
  return (
    <>
      <Button
        kind={props.exists ? 'secondary' : 'primary'}
        wide
        pending={isPending}
        onPress={() => void create()}
      >
        {t(props.exists ? 'account.calendar.again' : 'account.calendar.create')}
      </Button>
      {props.exists && <Note center>{t('account.calendar.again.note')}</Note>}
    </>
  )
}

function Revoke(props: { onRevoked: () => void }) {
  const { run, isPending } = useAction(calendar.revoke)
  const queries = useQueryClient()
  async function revoke() {
    const result = await run({})
    if (!result) return
    if (!result.ok) return toast(messageOf(result), 'bad')
    props.onRevoked()
    await queries.invalidateQueries({ queryKey: callKey(calendar.link) })
    toast(t('account.calendar.revoked'), 'good')
  }
  return (
    <Button kind="quiet" wide pending={isPending} onPress={() => void revoke()}>
      {t('account.calendar.revoke')}
    </Button>
  )
}
