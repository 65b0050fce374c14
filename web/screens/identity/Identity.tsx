import { kyc } from '#contract/kyc.ts'
import { verify } from '#contract/verify.ts'
import { isStepDone } from '#domain/verification.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Body, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { IdentityDone } from './IdentityDone.tsx'
import { IdentityForm } from './IdentityForm.tsx'

/** Aadhaar number, its OTP and the PAN (specification §2, KYC page). */
export function IdentityScreen() {
  const known = useCall(kyc.type, {})
  const status = useCall(verify.status, {})
  const query = {
    data: known.data && status.data && { ...known.data, isDone: isStepDone('identity', status.data) },
    error: known.error ?? status.error,
    isFetching: known.isFetching || status.isFetching,
    refetch: () => Promise.all([known.refetch(), status.refetch()]),
  }
  return (
    <StepPage step="identity">
      <Loadable query={query} skeleton={<IdentityBones />} messageOf={messageOfError}>
        {data =>
          data.isDone ? (
            <IdentityDone aadhaar={data.aadhaar ?? t('verify.verified')} />
          ) : (
            <IdentityForm verifiedAadhaar={data.isAadhaarVerified === 1 ? (data.aadhaar ?? undefined) : undefined} />
          )
        }
      </Loadable>
    </StepPage>
  )
}

function IdentityBones() {
  return (
    <Body spaced>
      <Stack gap="loose">
        <Bones count={2} shape="field" />
      </Stack>
    </Body>
  )
}
