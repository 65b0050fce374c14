import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { missingUpload, UPLOAD_KINDS, type UploadKind } from '#domain/identity/identity.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { fieldTexts, inWords } from '#web/locales/in-words.ts'
import { stillMissing } from '#web/verify/missing.ts'
import type { FieldErrors } from '#web/verify/useFieldErrors.ts'
import { answerProblem, type CardAnswers } from './card-answers.ts'
import { pictureNames } from './UploadSlot.tsx'
import type { OnTheWay, Uploads } from './useUploads.ts'

type Confirmation = {
  uploads: Uploads
  onTheWay: { readonly [kind in UploadKind]?: OnTheWay | undefined }
  answers: CardAnswers
  errors: FieldErrors
  onDone: () => void
}

/** Confirms the text of the cards once all three pictures are read, or says what is missing. */
export function useConfirming({ uploads, onTheWay, answers, errors, onDone }: Confirmation) {
  const [problem, setProblem] = useState<{ readonly text: string }>()
  const queries = useQueryClient()
  const { run, isPending } = useAction(kyc.saveIdentity)

  async function confirm() {
    const obstacle = obstacleTo(uploads, onTheWay)
    setProblem(obstacle === undefined ? undefined : { text: obstacle })
    if (obstacle !== undefined) return
    const entry = answerProblem(answers)
    if ('error' in entry) return errors.show(fieldTexts([entry.error]))
    const pictures = Object.fromEntries(uploads.map(({ type, uploadId }) => [type, uploadId]))
    const result = await run({ type: 1, ...pictures, ...entry.answers })
    if (!result) return
    if (result.ok) return onDone()
    const message = messageOf(result)
    const shown =
      result.reason === 'pan-refused'
        ? [{ column: 'panNo', msg: message }]
        : fieldTexts(result.errorColumn)
    errors.show(shown)
    // A fault that belongs to no field of this page is shown above them.
    const otherFault =
      shown.length === 0 ? message : shown.find(({ column }) => !(column in answers))?.msg
    if (otherFault !== undefined) setProblem({ text: otherFault })
    if (result.reason === 'upload-not-found')
      void queries.invalidateQueries({ queryKey: callKey(kyc.uploads) })
  }

  return { problem, isPending, confirm, forgetProblem: () => setProblem(undefined) }
}

/**
 * Returns what hinders the confirmation, missing pictures first, in the order of specification §5.
 * Returns undefined if nothing does.
 */
function obstacleTo(uploads: Uploads, onTheWay: Confirmation['onTheWay']): string | undefined {
  const missing = missingUpload(takenKinds(uploads, onTheWay))
  return missing === undefined
    ? unreadPicture(uploads, onTheWay)
    : inWords('answer', { reason: missing })
}

/** The line below CONFIRM: the missing pictures, or the next step for one of them. */
export function missingPictures(
  uploads: Uploads,
  onTheWay: Confirmation['onTheWay'],
): string | undefined {
  const present = takenKinds(uploads, onTheWay)
  const names = UPLOAD_KINDS.map(kind => !present.has(kind) && t(pictureNames[kind]))
  return stillMissing(names) ?? unreadPicture(uploads, onTheWay)
}

function takenKinds(uploads: Uploads, onTheWay: Confirmation['onTheWay']): Set<UploadKind> {
  return new Set(
    UPLOAD_KINDS.filter(kind => onTheWay[kind] ?? uploads.some(({ type }) => type === kind)),
  )
}

function unreadPicture(uploads: Uploads, onTheWay: Confirmation['onTheWay']): string | undefined {
  const takenOf = (kind: UploadKind) => uploads.find(({ type }) => type === kind)
  const states = UPLOAD_KINDS.map(kind => onTheWay[kind]?.kind ?? takenOf(kind)?.state)
  if (states.some(state => state === 'failed' || state === 'unclear'))
    return t('verify.upload.take-again')
  return states.every(state => state === 'read') ? undefined : t('verify.upload.not-yet')
}
