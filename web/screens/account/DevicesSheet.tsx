import { useQueryClient } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { indiaDayOf } from '#domain/day.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { dayText } from '#words/format.ts'
import { Passkeys } from './Passkeys.tsx'

type Device = Output<typeof account.devices>[number]

/** The devices on which the borrower is signed in, to sign out one by one (product §10). */
export function DevicesSheet(props: { onClose: () => void }) {
  const devices = useCall(account.devices, {})
  return (
    <Sheet title={t('account.devices')} padded onClose={props.onClose}>
      <Loadable
        query={devices}
        skeleton={<Bones count={3} shape="row" />}
        messageOf={messageOfError}
      >
        {all => (
          <Stack gap="loose">
            {all.map(device => (
              <DeviceLine key={device.deviceId} device={device} />
            ))}
            <Passkeys />
          </Stack>
        )}
      </Loadable>
    </Sheet>
  )
}

function DeviceLine({ device }: { device: Device }) {
  const language = useLanguage()
  const queries = useQueryClient()
  const { run, isPending } = useAction(account.endDevice)
  const { deviceId, isThis, isApp, isKnown, firstSeenAt, lastUsedAt } = device
  const kind = t(isApp ? 'account.devices.app' : 'account.devices.browser')
  const day = dayText(indiaDayOf(firstSeenAt), language)
  const times = lastUsedAt
    ? t('account.devices.used', { day, last: dayText(indiaDayOf(lastUsedAt), language) })
    : t('account.devices.since', { day })

  async function end() {
    const result = await run({ deviceId })
    if (!result) return
    if (result.ok) toast(t('account.devices.ended'), 'good')
    else toast(messageOf(result), 'bad')
    await queries.invalidateQueries({ queryKey: callKey(account.devices) })
  }

  return (
    <Stack>
      <div>
        <h3>{isThis ? `${kind} · ${t('account.devices.this')}` : kind}</h3>
        <Note>{times}</Note>
        {!isKnown && !isThis && <Note>{t('account.devices.unknown')}</Note>}
      </div>
      {!isThis && (
        <Button kind="secondary" wide pending={isPending} onPress={() => void end()}>
          {t('account.devices.end')}
        </Button>
      )}
    </Stack>
  )
}
