import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { callKey, messageOfError, useCall } from '#web/api/useCall.ts'
import { Body } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { FaceCapture } from './FaceCapture.tsx'
import { FaceDenied, FaceDone } from './FaceResult.tsx'

/** A picture of the face, and its result (specification §2, face page and face result page). */
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
