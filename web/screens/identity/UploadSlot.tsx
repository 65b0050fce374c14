import { useEffect, useState } from 'react'
import type { UploadKind } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { type UploadState, UploadTile } from '#web/ui/Upload.tsx'
import { fileSize } from '#web/verify/picture-words.ts'
import type { MessageId } from '#words/catalogues.ts'
import type { OnTheWay, Uploads } from './useUploads.ts'

/** The names of the three pictures. */
export const pictureNames: Record<UploadKind, MessageId> = {
  aadhaarFront: 'verify.upload.front',
  pan: 'verify.upload.pan',
  face: 'verify.upload.face',
}

const tiles: Record<
  UploadKind,
  { hint: MessageId; icon: IconName; capture: 'user' | 'environment' }
> = {
  aadhaarFront: {
    hint: 'verify.upload.front.hint',
    icon: 'card',
    capture: 'environment',
  },
  pan: {
    hint: 'verify.upload.pan.hint',
    icon: 'card',
    capture: 'environment',
  },
  face: {
    hint: 'verify.upload.face.hint',
    icon: 'face',
    capture: 'user',
  },
}

const unclear = {
  'not-legible': 'verify.upload.not-legible',
  'not-this-card': 'verify.upload.not-this-card',
  interrupted: 'verify.upload.interrupted',
} as const satisfies Record<string, MessageId>

type SlotProps = {
  kind: UploadKind
  /** The picture taken on this device; absent after a reload. */
  picture: Blob | undefined
  onTheWay: OnTheWay | undefined
  /** The upload as the server has it. */
  upload: Uploads[number] | undefined
  onTake: (file: File) => void
  onGiveUp: () => void
  onRetry: () => void
}

/** One of the three pictures: taken, sent, read. */
export function UploadSlot(props: SlotProps) {
  const { hint, icon, capture } = tiles[props.kind]
  const preview = usePreview(props.picture)
  return (
    <UploadTile
      name={t(pictureNames[props.kind])}
      hint={t(hint)}
      icon={icon}
      capture={capture}
      fromFile={t('verify.upload.file')}
      state={stateOf(props, preview)}
      onPick={props.onTake}
    />
  )
}

function stateOf(
  { onTheWay, upload, ...props }: SlotProps,
  preview: string | undefined,
): UploadState {
  const shown = preview === undefined ? {} : { preview }
  if (onTheWay?.kind === 'failed')
    return {
      kind: 'failed',
      ...shown,
      message: onTheWay.message,
      onRetry: onTheWay.canRetry ? props.onRetry : undefined,
    }
  if (onTheWay)
    return { kind: 'sending', ...shown, ...progressOf(onTheWay), onCancel: props.onGiveUp }
  if (!upload) return { kind: 'none' }
  if (upload.state === 'reading')
    return {
      kind: 'working',
      ...shown,
      progress: upload.progress / 100,
      detail: progressText(upload),
    }
  if (upload.state === 'unclear')
    return {
      kind: 'failed',
      ...shown,
      message: t(unclear[upload.why ?? 'not-legible']),
      onRetry: undefined,
    }
  return { kind: 'done', ...shown }
}

function progressText({ progress }: Uploads[number]): string {
  return progress === 0
    ? t('verify.upload.queued')
    : t('verify.upload.reading', { percent: progress })
}

function progressOf({ sent, isWaiting }: OnTheWay & { kind: 'sending' }): {
  progress: number
  detail: string
} {
  const progress = sent.totalBytes === 0 ? 0 : sent.sentBytes / sent.totalBytes
  if (isWaiting !== false)
    return {
      progress: 0,
      detail: t(isWaiting === 'network' ? 'verify.upload.waiting' : 'verify.face.again'),
    }
  return {
    progress,
    detail: t('verify.face.sent', {
      sent: fileSize(sent.sentBytes),
      total: fileSize(sent.totalBytes),
    }),
  }
}

function usePreview(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!picture) return setAddress(undefined)
    const url = URL.createObjectURL(picture)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return address
}
