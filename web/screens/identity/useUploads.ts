import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { kyc } from '#contract/kyc.ts'
import { UPLOAD_KINDS, type UploadKind } from '#domain/identity/identity.ts'
import { messageOf } from '#web/api/failures.ts'
import { mayCheckAgain, pauseBefore } from '#web/api/resend.ts'
import { type UploadProgress, upload } from '#web/api/upload.ts'
import { callKey } from '#web/api/useCall.ts'
import { prepareImage } from '#web/device/compress.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { pictureProblems } from '#web/verify/picture-words.ts'

/** Failures that are no fault of the picture. */
const TRIED_AGAIN = new Set<string>([
  'reading-busy',
  'face-check-busy',
  'check-not-available',
  'failed-unexpectedly',
])

export type Uploads = Output<typeof kyc.uploads>['uploads']

/** A picture that is being sent or has failed; one that has arrived has no such state. */
export type OnTheWay =
  | {
      readonly kind: 'sending'
      readonly sent: UploadProgress
      readonly isWaiting: false | 'network' | 'check'
    }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean }

type Pictures = {
  readonly [kind in UploadKind]?:
    | { readonly picture: Blob; readonly hasArrived: boolean }
    | undefined
}

/**
 * Holds the three pictures. Each is sent as soon as it is taken, and resent until it arrives. A
 * picture that has not arrived when the borrower leaves the page is sent when they return.
 */
export function useUploads() {
  const [pictures, store, forget] = usePersonalDraft<Pictures>('uploads', {})
  const [onTheWay, setOnTheWay] = useState<{
    readonly [kind in UploadKind]?: OnTheWay | undefined
  }>({})
  const controllers = useRef(new Map<UploadKind, AbortController>())
  const queries = useQueryClient()
  const say = (kind: UploadKind, now: OnTheWay | undefined) =>
    setOnTheWay(before => ({ ...before, [kind]: now }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for pictures that an earlier visit left unsent
  useEffect(() => {
    for (const kind of UPLOAD_KINDS) {
      const unsent = pictures[kind]
      if (unsent && !unsent.hasArrived) void send(kind, unsent.picture)
    }
    return () => {
      for (const controller of controllers.current.values()) controller.abort()
    }
  }, [])

  function arrived(upload: Uploads[number]) {
    const key = callKey(kyc.uploads, {})
    const others = (queries.getQueryData<Output<typeof kyc.uploads>>(key)?.uploads ?? []).filter(
      ({ type }) => type !== upload.type,
    )
    queries.setQueryData(key, { uploads: [...others, upload] })
    void queries.invalidateQueries({ queryKey: key })
  }

  async function send(kind: UploadKind, picture: Blob) {
    controllers.current.get(kind)?.abort()
    const controller = new AbortController()
    controllers.current.set(kind, controller)
    let isWaiting: false | 'network' | 'check' = false
    for (let attempt = 1; !controller.signal.aborted; attempt += 1) {
      const nothing = { sentBytes: 0, totalBytes: picture.size }
      say(kind, { kind: 'sending', sent: nothing, isWaiting })
      if (attempt > 1) await pauseBefore(attempt, controller.signal)
      if (controller.signal.aborted) return
      const onProgress = (sent: UploadProgress) =>
        controller.signal.aborted || say(kind, { kind: 'sending', sent, isWaiting: false })
      const result = await upload(kyc.upload, { type: kind, file: picture }, onProgress, {
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      if (result.ok) {
        store({ [kind]: { picture, hasArrived: true } })
        arrived(result.data)
        return say(kind, undefined)
      }
      isWaiting = result.reason === 'network' ? 'network' : 'check'
      if (result.reason === 'network' || mayCheckAgain(result.reason, attempt)) continue
      return say(kind, {
        kind: 'failed',
        message: messageOf(result),
        canRetry: TRIED_AGAIN.has(result.reason),
      })
    }
  }

  async function take(kind: UploadKind, file: File) {
    const prepared = await prepareImage(file)
    if ('problem' in prepared)
      return say(kind, {
        kind: 'failed',
        message: t(pictureProblems[prepared.problem]),
        canRetry: false,
      })
    store({ [kind]: { picture: prepared.image, hasArrived: false } })
    await send(kind, prepared.image)
  }

  function giveUp(kind: UploadKind) {
    controllers.current.get(kind)?.abort()
    store({ [kind]: undefined })
    say(kind, undefined)
  }

  function retry(kind: UploadKind) {
    const picture = pictures[kind]?.picture
    if (picture) void send(kind, picture)
  }

  return { pictures, onTheWay, take, giveUp, retry, forget }
}
