import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { useStepDone } from '#web/verify/useStepDone.ts'

/** The picture was accepted, or a person will look at it while the borrower goes on; NEXT leads to /auth/kyc (specification §2). */
export function FaceDone({ isLookedAt }: { isLookedAt: boolean }) {
  const goOn = useStepDone('kyc')
  return (
    <>
      <Body spaced>
        <Empty
          art={isLookedAt ? 'audit' : 'success'}
          title={t(isLookedAt ? 'verify.face.looked-at' : 'verify.face.done')}
        >
          {t(isLookedAt ? 'verify.face.looked-at.text' : 'verify.face.done.text')}
        </Empty>
      </Body>
      <ActionBar>
        <Button kind="main" wide onPress={goOn}>
          {t('verify.next')}
        </Button>
      </ActionBar>
    </>
  )
}

/** A person could not accept the picture, and said why; NEXT leads to another one (specification §2). */
export function FaceDenied({ because, onAgain }: { because: string; onAgain: () => void }) {
  return (
    <>
      <Body spaced>
        <Empty art="denied" title={t('verify.face.denied')}>
          {because}
        </Empty>
      </Body>
      <ActionBar>
        <Button kind="main" wide onPress={onAgain}>
          {t('verify.next')}
        </Button>
      </ActionBar>
    </>
  )
}
