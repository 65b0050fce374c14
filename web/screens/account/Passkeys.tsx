import { useQueryClient } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { passkey } from '#contract/passkey.ts'
import { indiaDayOf } from '#domain/day.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { usePasskeyAct } from '#web/sign-in/usePasskeyAct.ts'
import { usePasskeySupport } from '#web/sign-in/usePasskeySupport.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { dayText } from '#words/format.ts'

type Passkey = Output<typeof passkey.list>[number]

/** The borrower's passkeys, to remove them one by one and to add one for this device (product §10). */
export function Passkeys() {
  const passkeys = useCall(passkey.list, {})
  const readAgain = useReadingAgain()
  const isPossible = usePasskeySupport()
  const { run, isPending } = usePasskeyAct(acts => acts.addPasskey())

  async function add(): Promise<void> {
    if (await run()) toast(t('code.passkey.added'), 'good')
    await readAgain()
  }

  return (
    <Loadable
      query={passkeys}
      skeleton={<Bones count={1} shape="row" />}
      messageOf={messageOfError}
    >
      {all => (
        <Stack gap="loose">
          <div>
            <h3>{t('account.passkeys')}</h3>
            <Note>{t('account.passkeys.text')}</Note>
            {all.length === 0 && <Note>{t('account.passkeys.none')}</Note>}
          </div>
          {all.map(each => (
            <PasskeyLine key={each.passkeyId} passkey={each} />
          ))}
          {isPossible && !all.some(({ isOfThisDevice }) => isOfThisDevice) && (
            <Button
              kind="secondary"
              wide
              icon="lock"
              pending={isPending}
              onPress={() => void add()}
            >
              {t('code.passkey.add')}
            </Button>
          )}
        </Stack>
      )}
    </Loadable>
  )
}

/** Refetches what a passkey changes: the list, the devices, and whether there is one. */
function useReadingAgain(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [passkey.list, account.devices, account.me].map(each =>
        queries.invalidateQueries({ queryKey: callKey(each) }),
      ),
    )
}

function PasskeyLine({ passkey: shown }: { passkey: Passkey }) {
  const language = useLanguage()
  const readAgain = useReadingAgain()
  const { run, isPending } = useAction(passkey.remove)
  const { passkeyId, addedAt, lastUsedAt, isSynced, isOfThisDevice } = shown
  const name = t('account.passkeys.one')
  const day = dayText(indiaDayOf(addedAt), language)
  const times = lastUsedAt
    ? t('account.passkeys.used', { day, last: dayText(indiaDayOf(lastUsedAt), language) })
    : t('account.passkeys.added', { day })

  async function remove() {
    const result = await run({ passkeyId })
    if (!result) return
    if (result.ok) toast(t('account.passkeys.removed'), 'good')
    else toast(messageOf(result), 'bad')
    await readAgain()
  }

  return (
    <Stack>
      <div>
        <h3>{isOfThisDevice ? `${name} · ${t('account.devices.this')}` : name}</h3>
        <Note>{times}</Note>
        {isSynced && <Note>{t('account.passkeys.synced')}</Note>}
      </div>
      <Button kind="secondary" wide pending={isPending} onPress={() => void remove()}>
        {t('account.passkeys.remove')}
      </Button>
    </Stack>
  )
}
