import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { digilocker } from '#contract/digilocker.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'

/** Loaded only when it is opened, because it brings the code reader. */
const CodeSheet = lazy(() => import('./CodeSheet.tsx').then(m => ({ default: m.CodeSheet })))

/**
 * Offers to scan the signed QR code of the Aadhaar, in addition to the ways in the specification.
 */
export function CodeOffer({ onVerified }: { onVerified: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap="tight">
      <Button kind="secondary" icon="scan" wide onPress={() => setIsOpen(true)}>
        {t('verify.code.scan')}
      </Button>
      <Note center>{t('verify.code.why')}</Note>
      {isOpen && (
        <Suspense>
          <CodeSheet onVerified={onVerified} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

/** Offers to share the Aadhaar from DigiLocker, on a page of its own, if it is available. */
export function DigilockerOffer() {
  const { data } = useCall(digilocker.offer, {})
  const { run, isPending } = useAction(digilocker.open)
  const [search] = useSearchParams()
  if (data?.isOffered !== 1) return null

  async function open() {
    const pid = search.get('pid')
    const result = await run(pid ? { pid } : {})
    if (result?.ok) return location.assign(result.data.url)
    if (result) toast(messageOf(result), 'bad')
  }

  return (
    <Stack gap="tight">
      <Button kind="secondary" wide pending={isPending} onPress={() => void open()}>
        {t('verify.digilocker')}
      </Button>
      <Note center>{t('verify.digilocker.hint')}</Note>
    </Stack>
  )
}
