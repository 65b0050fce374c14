import { useEffect, useRef, useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { type CodeReader, openCodeReader } from '#web/device/code/reader.ts'
import { t } from '#web/locales/i18n.ts'

/** The signed code holds many digits only; other codes on the card hold a text or a link. */
const SECURE_CODE = /^\d{300,}$/

/**
 * Reads the code from a frame or a photo and has the server verify it. A refused code is not sent
 * twice.
 */
export function useCodeReading(onVerified: () => void) {
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)
  const { run, isPending } = useAction(kyc.proveByCode)
  const reader = useRef<CodeReader>(undefined)
  const refused = useRef<string>(undefined)
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
      reader.current?.close()
      reader.current = undefined
    }
  }, [])

  async function textsIn(image: Blob | ImageBitmap): Promise<readonly string[] | undefined> {
    reader.current ??= openCodeReader()
    return reader.current.read(image).catch(() => undefined)
  }

  async function check(code: string) {
    const result = await run({ code })
    if (!result || isOver.current) return
    if (result.ok) {
      isOver.current = true
      return onVerified()
    }
    refused.current = code
    setProblem(messageOf(result))
  }

  /** Allows the refused code to be sent again, for example after a lost network. */
  function again() {
    refused.current = undefined
    setProblem(undefined)
  }

  /** A frame without a code is no failure: the next one may show it. */
  async function lookAtFrame(frame: ImageBitmap) {
    if (isOver.current) return frame.close()
    const code = (await textsIn(frame))?.find(text => SECURE_CODE.test(text))
    if (code !== undefined && code !== refused.current) await check(code)
  }

  async function lookAtPhoto(photo: Blob) {
    setProblem(undefined)
    setIsLooking(true)
    const texts = await textsIn(photo)
    setIsLooking(false)
    if (isOver.current) return
    const code = texts?.find(text => SECURE_CODE.test(text))
    if (code !== undefined) return check(code)
    const message =
      texts === undefined
        ? 'verify.code.not-read'
        : texts.length > 0
          ? 'verify.code.other'
          : 'verify.code.none'
    setProblem(t(message))
  }

  return {
    problem,
    isBusy: isLooking || isPending,
    isChecking: isPending,
    lookAtFrame,
    lookAtPhoto,
    again,
  }
}
