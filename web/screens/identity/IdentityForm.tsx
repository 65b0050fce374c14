import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { kyc } from '#contract/kyc.ts'
import { isPanUnreadable, typedPan } from '#domain/identity/identity.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { type FieldText, fieldTexts, inWords } from '#web/locales/in-words.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { stillMissing } from '#web/verify/missing.ts'
import { useFieldErrors } from '#web/verify/useFieldErrors.ts'
import { CodeOffer, DigilockerOffer } from './AadhaarOffers.tsx'
import { AadhaarQuestion } from './AadhaarQuestion.tsx'
import { CannotVerifyDialog } from './CannotVerifyDialog.tsx'
import { identityProblem } from './identity-entry.ts'
import { OtpDialog, type OtpDialogProps } from './OtpDialog.tsx'
import { useAadhaarProof } from './useAadhaarProof.ts'
import { useIdentitySaved } from './useIdentitySaved.ts'

type Entry = { aadhaar: string; pan: string }

/** Refusals that concern the PAN that was sent. */
const aboutPan = new Set<string>(['pan-refused', 'identity-already-verified'])

/**
 * The variant by number: the Aadhaar is verified by its OTP, then the PAN completes the step
 * (specification §4).
 */
export function IdentityForm({ verifiedAadhaar }: { verifiedAadhaar: string | undefined }) {
  const [entry, change, forget] = usePersonalDraft<Entry>('identity', { aadhaar: '', pan: '' })
  const [isJustVerified, setJustVerified] = useState(false)
  const errors = useFieldErrors()
  const aadhaarField = useRef<HTMLInputElement>(null)
  const panField = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const goOn = useIdentitySaved()
  const { run, isPending } = useAction(kyc.saveIdentity)
  const isVerified = isJustVerified || verifiedAadhaar !== undefined

  function showErrors(texts: readonly FieldText[]) {
    errors.show(texts)
    const field = texts[0]?.column === 'panNo' ? panField : aadhaarField
    field.current?.focus()
  }

  // Rendered synchronously, so that the dialog has restored the focus before it moves on.
  function aadhaarVerified() {
    flushSync(() => {
      setJustVerified(true)
      proof.closeDialog()
    })
    void queries.invalidateQueries({ queryKey: callKey(kyc.type) })
    panField.current?.focus()
  }

  /** The server decides whose number the code verified: it may differ from the typed one. */
  function verifiedByCode() {
    change({ aadhaar: '' })
    aadhaarVerified()
  }

  function tryAnother() {
    flushSync(proof.closeDialog)
    aadhaarField.current?.focus()
  }

  const proof = useAadhaarProof({
    aadhaar: entry.aadhaar,
    onVerified: aadhaarVerified,
    onWrong: showErrors,
  })

  async function submit() {
    const problem = identityProblem({ ...entry, isVerified })
    if (problem) return showErrors(fieldTexts([problem]))
    const result = await run({ type: 2, panNo: entry.pan })
    if (!result) return
    if (result.ok) {
      forget()
      goOn()
    } else if (result.errorColumn.length > 0) showErrors(fieldTexts(result.errorColumn))
    else if (aboutPan.has(result.reason)) showErrors([{ column: 'panNo', msg: messageOf(result) }])
    else toast(messageOf(result), 'bad')
  }

  return (
    <>
      <Form onSubmit={() => void submit()} label={t('common.title.identity')}>
        <Body spaced>
          <p>{t('verify.identity.lead')}</p>
          <Stack gap="loose">
            {!isVerified && <CodeOffer onVerified={verifiedByCode} />}
            {!isVerified && <DigilockerOffer />}
            <AadhaarQuestion
              typed={entry.aadhaar}
              onType={aadhaar => {
                change({ aadhaar })
                errors.changed('idNo', 'aadhaar')
              }}
              verifiedAs={verifiedAadhaar}
              isVerified={isVerified}
              proof={proof}
              error={errors.of('idNo') ?? errors.of('aadhaar')}
              field={aadhaarField}
            />
            <TextField
              ref={panField}
              label={t('verify.pan')}
              name="panNo"
              value={entry.pan}
              normalise={typedPan}
              onChange={pan => {
                change({ pan })
                errors.changed('panNo')
              }}
              error={errors.of('panNo') ?? panTypingError(entry.pan)}
              hint={t('verify.pan.hint')}
            />
          </Stack>
          <ConsentHint purpose="identity" />
        </Body>
        <ConfirmBar pan={entry.pan} isVerified={isVerified} isPending={isPending} />
      </Form>
      <ProofDialogs
        aadhaar={entry.aadhaar}
        proof={proof}
        onVerified={aadhaarVerified}
        onAnother={tryAnother}
      />
    </>
  )
}

function panTypingError(pan: string): string | undefined {
  return isPanUnreadable(pan) ? inWords('answer', { reason: 'pan-wrong' }) : undefined
}

function ConfirmBar(props: { pan: string; isVerified: boolean; isPending: boolean }) {
  const missing = [
    !props.isVerified && t('verify.aadhaar.otp'),
    props.pan === '' && t('verify.pan'),
  ]
  return (
    <ActionBar>
      <MainButton type="submit" pending={props.isPending} missing={stillMissing(missing)}>
        {t('verify.confirm')}
      </MainButton>
    </ActionBar>
  )
}

function ProofDialogs(props: OtpDialogProps) {
  if (props.proof.dialog === 'otp') return <OtpDialog {...props} />
  return props.proof.dialog === 'cannot' && <CannotVerifyDialog onClose={props.onAnother} />
}
