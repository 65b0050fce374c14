import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/client.ts'
import { kyc } from '#contract/kyc.ts'
import { call } from '#web/api/call.ts'
import { type Sent, upload } from '#web/api/upload.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import { Meter } from '#web/ui/Upload.tsx'
import { fileSize } from '#web/verify/picture-words.ts'
import styles from './Face.module.css'

export function Sending({ sent, onCancel }: { sent: Sent; onCancel: () => void }) {
  const values = { sent: fileSize(sent.sentBytes), total: fileSize(sent.totalBytes) }
  return (
    <div className={styles.sending}>
      <Meter
        value={sent.totalBytes === 0 ? 0 : sent.sentBytes / sent.totalBytes}
        label={t('verify.face.sending')}
      />
      <Note>{t('verify.face.sent', values)}</Note>
      <Button kind="quiet" small onPress={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

/**
 * The picture, with the frame of closed eyes if there was a blink. `asItIs` requests a review by a
 * person, whatever the check says.
 */
type FacePictures = { readonly image: Blob; readonly closed?: Blob; readonly asItIs?: 1 }

type Outcome =
  | { readonly kind: 'passed' | 'not-passed' | 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Sends a picture of the face: checks it, holds it, then reads the result (specification §7). It
 * can be cancelled.
 */
export function useFaceSending() {
  const [sent, setSent] = useState<Sent>()
  const giveUp = useRef<AbortController>(null)
  useEffect(() => () => giveUp.current?.abort(), [])

  async function send(pictures: FacePictures): Promise<Outcome> {
    giveUp.current = new AbortController()
    setSent({ sentBytes: 0, totalBytes: pictures.image.size })
    const outcome = await sendFace(pictures, setSent, giveUp.current.signal)
    setSent(undefined)
    return outcome
  }

  return { send, sent, cancel: () => giveUp.current?.abort() }
}

async function sendFace(
  pictures: FacePictures,
  onProgress: (sent: Sent) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const failed = (failure: Failure): Outcome =>
    signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', failure }
  const checked = await upload(kyc.livingCheck, pictures, onProgress, { signal })
  if (!checked.ok) return failed(checked)
  const holdResult = await call(kyc.livingHold, { imageId: checked.data.imageId }, { signal })
  if (!holdResult.ok) return failed(holdResult)
  const result = await call(kyc.faceResult, {}, { signal })
  if (!result.ok) return failed(result)
  return { kind: result.data.status === 1 ? 'passed' : 'not-passed' }
}
