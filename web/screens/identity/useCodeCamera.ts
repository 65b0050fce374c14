import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraProblem, closeCamera, openBackCamera } from '#web/device/camera.ts'

/** The pause between two frames, because scanning without one heats the phone. */
const PAUSE_MS = 150

export type CodeCamera = {
  readonly state: 'opening' | 'on' | CameraProblem
  readonly video: RefObject<HTMLVideoElement | null>
}

/**
 * Runs the back camera while the page is shown, and passes its frames to `look`, one after the
 * other.
 */
export function useCodeCamera(look: (frame: ImageBitmap) => Promise<void>): CodeCamera {
  const [state, setState] = useState<CodeCamera['state']>('opening')
  const video = useRef<HTMLVideoElement>(null)
  const current = useRef(look)
  current.current = look

  useEffect(() => {
    let isHere = true
    let stream: MediaStream | undefined
    async function show() {
      const opened = await openBackCamera()
      if (typeof opened === 'string') return isHere ? setState(opened) : undefined
      stream = opened
      if (!isHere) return closeCamera(opened)
      if (video.current) video.current.srcObject = opened
      setState('on')
      while (isHere) {
        const frame = video.current && (await frameOf(video.current))
        if (frame) await current.current(frame)
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    }
    void show()
    return () => {
      isHere = false
      if (stream) closeCamera(stream)
    }
  }, [])
  return { state, video }
}

/** Returns the camera's current frame; undefined before the first one. */
async function frameOf(video: HTMLVideoElement): Promise<ImageBitmap | undefined> {
  return video.readyState < video.HAVE_CURRENT_DATA
    ? undefined
    : createImageBitmap(video).catch(() => undefined)
}
