import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/client.ts'
import { kyc } from '#contract/kyc.ts'
import { call } from '#web/api/call.ts'
import { sentUntilChecked } from '#web/api/resend.ts'
import { type UploadProgress, upload } from '#web/api/upload.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import { Meter } from '#web/ui/Upload.tsx'
import { fileSize } from '#web/verify/picture-words.ts'
import styles from './Face.module.css'

type SendingProps = { sent: UploadProgress; isAgain: boolean; onCancel: () => void }

export function Sending({ sent, isAgain, onCancel }: SendingProps) {
  const values = { sent: fileSize(sent.sentBytes), total: fileSize(sent.totalBytes) }
  return (
    <div className={styles.sending}>
      <Meter
        value={sent.totalBytes === 0 ? 0 : sent.sentBytes / sent.totalBytes}
        label={t('verify.face.sending')}
      />
      <Note>{t('verify.face.sent', values)}</Note>
      <div aria-live="polite">{isAgain && <Note>{t('verify.face.again')}</Note>}</div>
      <Button kind="quiet" small onPress={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

/**
 * The picture, with the frame of closed eyes if there was a blink. `asItIs` requests a review by a
 * person, independent of the check.
 */
type FacePictures = { readonly image: Blob; readonly closed?: Blob; readonly asItIs?: 1 }

type Outcome =
  | { readonly kind: 'passed' | 'not-passed' | 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Sends a picture of the face: checks it, again if the check takes too long, holds it, then reads
 * the result (specification §7). It can be cancelled.
 */
export function useFaceSending() {
  const [sent, setSent] = useState<UploadProgress>()
  const [isAgain, setAgain] = useState(false)
  const giveUp = useRef<AbortController>(null)
  useEffect(() => () => giveUp.current?.abort(), [])

  async function send(pictures: FacePictures): Promise<Outcome> {
    giveUp.current = new AbortController()
    setSent({ sentBytes: 0, totalBytes: pictures.image.size })
    setAgain(false)
    const { signal } = giveUp.current
    const onAgain = () => setAgain(true)
    const outcome = await sendFace(pictures, { onProgress: setSent, onAgain, signal })
    setSent(undefined)
    return outcome
  }

  return { send, sent, isAgain, cancel: () => giveUp.current?.abort() }
}

type Course = {
  readonly onProgress: (sent: UploadProgress) => void
  /** Called when the same picture is sent again, because its check took too long. */
  readonly onAgain: () => void
  readonly signal: AbortSignal
}

async function sendFace(
  pictures: FacePictures,
  { onProgress, onAgain, signal }: Course,
): Promise<Outcome> {
  const failed = (failure: Failure): Outcome =>
    signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', failure }
  const send = () => upload(kyc.livingCheck, pictures, onProgress, { signal })
  const checked = await sentUntilChecked(send, onAgain, signal)
  if (!checked.ok) return failed(checked)
  const holdResult = await call(kyc.livingHold, { imageId: checked.data.imageId }, { signal })
  if (!holdResult.ok) return failed(holdResult)
  const result = await call(kyc.faceResult, {}, { signal })
  if (!result.ok) return failed(result)
  return { kind: result.data.status === 1 ? 'passed' : 'not-passed' }
}
