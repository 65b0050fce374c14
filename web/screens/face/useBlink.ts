import { useEffect, useRef, useState } from 'react'
import { type FaceDetector, openFaceDetector } from '#web/face/detector.ts'
import { type Advice, type BlinkPictures, watchForBlink } from '#web/face/watch-for-blink.ts'
import type { Camera } from './useCamera.ts'

/**
 * The progress of the blink check. `unavailable`: the models cannot be loaded here, so a person
 * will review the picture.
 */
export type Blink =
  | { readonly kind: 'off' | 'no-blink' | 'unavailable' }
  | { readonly kind: 'loading'; readonly share: number }
  | { readonly kind: 'looking'; readonly advice: Advice }

const OFF: Blink = { kind: 'off' }

/**
 * Waits for a blink while the camera is on and `isWanted`, and passes its pictures to `onBlinked`.
 * The models are loaded at most once.
 */
export function useBlink(
  camera: Camera,
  isWanted: boolean,
  onBlinked: (pictures: BlinkPictures) => void,
) {
  const [blink, setBlink] = useState<Blink>(OFF)
  const [tries, setTries] = useState(0)
  const detector = useRef<FaceDetector>(null)
  const callback = useRef(onBlinked)
  callback.current = onBlinked
  const isWatching = isWanted && camera.state.kind === 'on'

  useEffect(() => () => detector.current?.close(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further try starts again
  useEffect(() => {
    if (!isWatching) return
    const giveUp = new AbortController()
    const say = (next: Blink) =>
      !giveUp.signal.aborted && setBlink(before => (isSame(before, next) ? before : next))
    async function watch() {
      say({ kind: 'loading', share: 0 })
      detector.current ??= await openFaceDetector(
        share => say({ kind: 'loading', share }),
        giveUp.signal,
      )
      say({ kind: 'looking', advice: 'no-face' })
      const video = camera.video.current
      const result =
        video &&
        (await watchForBlink(
          video,
          detector.current,
          advice => say({ kind: 'looking', advice }),
          giveUp.signal,
        ))
      if (result === 'no-blink') say({ kind: 'no-blink' })
      else if (result && !giveUp.signal.aborted) callback.current(result)
    }
    watch().catch(() => {
      detector.current = null
      say({ kind: 'unavailable' })
    })
    return () => {
      giveUp.abort()
      setBlink(OFF)
    }
  }, [isWatching, tries])

  return { blink, tryAgain: () => setTries(tries + 1) }
}

function isSame(one: Blink, other: Blink): boolean {
  if (one.kind === 'looking' && other.kind === 'looking') return one.advice === other.advice
  // The meter moves in steps of a hundredth; more updates would only waste time.
  if (one.kind === 'loading' && other.kind === 'loading')
    return Math.round(one.share * 100) === Math.round(other.share * 100)
  return one.kind === other.kind
}
