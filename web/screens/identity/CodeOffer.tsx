import { lazy, Suspense, useState } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'

/** Only whoever opens it waits for what reads codes. */
const CodeSheet = lazy(() => import('./CodeSheet.tsx').then(m => ({ default: m.CodeSheet })))

/** Beside the ways of the specification: the signed code that is printed on the Aadhaar. */
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
