import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type CameraProblem,
  closeCamera,
  openFrontCamera,
  pictureFrom,
} from '#web/device/camera.ts'

export type CameraState =
  | { readonly kind: 'off'; readonly problem?: CameraProblem }
  | { readonly kind: 'opening' }
  | { readonly kind: 'on'; readonly stream: MediaStream }

export type Camera = {
  readonly state: CameraState
  readonly video: RefObject<HTMLVideoElement | null>
  readonly open: () => Promise<void>
  /** Takes a picture and closes the camera; undefined if it shows no frame yet. */
  readonly shoot: () => Promise<Blob | undefined>
  readonly close: () => void
}

/** The front camera, from `open` until a picture is taken or the page is left. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>({ kind: 'off' })
  const video = useRef<HTMLVideoElement>(null)
  const isHere = useRef(true)
  const stream = state.kind === 'on' ? state.stream : undefined

  useEffect(() => {
    if (!stream) return
    if (video.current) video.current.srcObject = stream
    return () => closeCamera(stream)
  }, [stream])

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function open() {
    setState({ kind: 'opening' })
    const opened = await openFrontCamera()
    if (typeof opened === 'string') setState({ kind: 'off', problem: opened })
    // If permission came after the page was left, the camera must not stay on.
    else if (isHere.current) setState({ kind: 'on', stream: opened })
    else closeCamera(opened)
  }

  async function shoot() {
    const picture = video.current ? await pictureFrom(video.current) : undefined
    if (picture) setState({ kind: 'off' })
    return picture
  }

  return { state, video, open, shoot, close: () => setState({ kind: 'off' }) }
}
