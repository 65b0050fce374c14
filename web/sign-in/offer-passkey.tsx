import { account } from '#contract/account.ts'
import { call } from '#web/api/call.ts'
import { readStored, writeStored } from '#web/device/storage.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { answered } from '#web/sign-in/aside.tsx'
import { usePasskeyAct } from '#web/sign-in/usePasskeyAct.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { toast } from '#web/ui/toast.ts'

const STORED_AS = 'passkey-offered'

/**
 * Offers a passkey after a sign-in by code, once in this browser, and only on the home page: it must
 * not interrupt another act. A borrower who declines finds passkeys on the account page.
 */
export async function offerPasskey(): Promise<void> {
  if (readStored(STORED_AS) !== null) return
  const me = await call(account.me, {})
  if (!me.ok || me.data.isLimited || me.data.hasPasskey) return
  if (location.pathname !== paths.home()) return
  writeStored(STORED_AS, 'yes')
  await answered<void>(onAnswer => <Offer onEnd={onAnswer} />)
}

function Offer({ onEnd }: { onEnd: () => void }) {
  const { run, isPending } = usePasskeyAct(acts => acts.addPasskey())
  async function add(): Promise<void> {
    if (!(await run())) return
    toast(t('code.passkey.added'), 'good')
    onEnd()
  }
  return (
    <Dialog
      title={t('code.passkey.offer')}
      onClose={onEnd}
      actions={
        <>
          <Button kind="secondary" onPress={onEnd}>
            {t('code.passkey.later')}
          </Button>
          <Button kind="primary" pending={isPending} onPress={() => void add()}>
            {t('code.passkey.add')}
          </Button>
        </>
      }
    >
      <p>{t('code.passkey.text')}</p>
    </Dialog>
  )
}
