import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { useStepDone } from '#web/verify/useStepDone.ts'
import { FaceCapture } from './FaceCapture.tsx'

/**
 * Takes a picture of the face, and shows the result (specification §2, face page and face result
 * page).
 */
export function FaceScreen() {
  const queries = useQueryClient()
  const [isTakingAgain, setTakingAgain] = useState(false)
  const config = useCall(kyc.livingConfig, {})
  const result = useCall(kyc.faceResult, {})
  const query = {
    data: config.data && result.data && { ...config.data['living-config'], ...result.data },
    error: config.error ?? result.error,
    isFetching: config.isFetching || result.isFetching,
    refetch: () => Promise.all([config.refetch(), result.refetch()]),
  }
  const showResult = () => void queries.invalidateQueries({ queryKey: callKey(kyc.faceResult) })
  return (
    <StepPage step="face">
      <Loadable query={query} skeleton={<FaceBones />} messageOf={messageOfError}>
        {({ status, isLookedAt, deniedBecause, blink, uploadAllowed }) => {
          if (status === 1) return <FaceDone isLookedAt={isLookedAt === 1} />
          if (deniedBecause !== null && !isTakingAgain)
            return <FaceDenied because={deniedBecause} onAgain={() => setTakingAgain(true)} />
          return <FaceCapture mayUpload={uploadAllowed} asksForBlink={blink} onDone={showResult} />
        }}
      </Loadable>
    </StepPage>
  )
}

function FaceBones() {
  return (
    <Body spaced>
      <Bone shape="card" />
      <Bones count={2} shape="line" />
    </Body>
  )
}

/**
 * The picture was accepted, or a person will review it while the borrower continues; NEXT leads to
 * /auth/kyc (specification §2).
 */
function FaceDone({ isLookedAt }: { isLookedAt: boolean }) {
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

/** A person rejected the picture and said why; NEXT leads to another one (specification §2). */
function FaceDenied({ because, onAgain }: { because: string; onAgain: () => void }) {
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
