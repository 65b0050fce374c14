import { Redirect, useLocation, useSearchParams } from 'wouter'
import { kyc } from '#contract/kyc.ts'
import { isStepDone } from '#domain/identity/verification.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Body, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { useAuthStatus } from '#web/verify/useAuthStatus.ts'
import styles from './Identity.module.css'
import { IdentityDone } from './IdentityDone.tsx'
import { IdentityForm } from './IdentityForm.tsx'
import { UploadForm } from './UploadForm.tsx'
import type { Uploads } from './useUploads.ts'
import { BY_NUMBER, BY_UPLOAD, useVariant } from './useVariant.ts'

const POLL_MS = 1_000

/**
 * Verifies the borrower's identity: by Aadhaar number, its OTP and the PAN, or by pictures of the
 * cards (specification §2, KYC page). The face result leads to `/auth/kyc`; a borrower with nothing
 * left to do there continues at once.
 */
export function IdentityScreen() {
  const [path] = useLocation()
  const [search] = useSearchParams()
  const variant = useCall(kyc.type, {})
  const status = useAuthStatus()
  const query = {
    data: variant.data &&
      status.data && {
        ...variant.data,
        isDone: isStepDone('identity', status.data),
        isPassing:
          isStepDone('identity', status.data) &&
          isStepDone('face', status.data) &&
          path === '/auth/kyc',
      },
    error: variant.error ?? status.error,
    isFetching: variant.isFetching || status.isFetching,
    refetch: () => Promise.all([variant.refetch(), status.refetch()]),
  }
  return (
    <StepPage step="identity">
      {query.data && !query.data.isDone && <Denied because={query.data.deniedBecause} />}
      <Loadable query={query} skeleton={<IdentityBones />} messageOf={messageOfError}>
        {data =>
          data.isPassing ? (
            <Redirect to={paths.auth(search.get('pid') ?? '')} replace />
          ) : data.isDone ? (
            <IdentityDone
              aadhaar={data.aadhaar ?? t('verify.verified')}
              isLookedAt={data.isLookedAt === 1}
            />
          ) : data.kycPageType === BY_UPLOAD ? (
            <UploadVariant />
          ) : (
            <IdentityForm
              verifiedAadhaar={
                data.isAadhaarVerified === 1 ? (data.aadhaar ?? undefined) : undefined
              }
            />
          )
        }
      </Loadable>
    </StepPage>
  )
}

/** The reason of a person who denied the identity that was verified before. */
function Denied({ because }: { because: string | null }) {
  if (because === null) return null
  return (
    <div className={styles.denied}>
      <Banner tone="warn" title={t('verify.identity.denied')}>
        {because}
      </Banner>
    </div>
  )
}

/** Polls the progress while a card is being read. */
function UploadVariant() {
  const { choose } = useVariant()
  const query = useCall(
    kyc.uploads,
    {},
    { pollMs: data => (isAnyRead(data) ? POLL_MS : undefined) },
  )
  return (
    <Loadable query={query} skeleton={<IdentityBones />} messageOf={messageOfError}>
      {({ uploads }) => <UploadForm uploads={uploads} onByNumber={() => void choose(BY_NUMBER)} />}
    </Loadable>
  )
}

function isAnyRead(data: { uploads: Uploads } | undefined): boolean {
  return data?.uploads.some(({ state }) => state === 'reading') ?? false
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
