import { useState } from 'react'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { prepareImage } from '#web/device/compress.ts'
import { savesData } from '#web/device/data-saving.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { pictureProblems } from '#web/verify/picture-words.ts'
import { BlinkGuide } from './BlinkGuide.tsx'
import styles from './Face.module.css'
import { Advice, FaceControls, type FaceRules } from './FaceControls.tsx'
import { FaceFrame } from './FaceFrame.tsx'
import { FaceProblem, type Problem, problemOf } from './FaceProblem.tsx'
import { Sending, useFaceSending } from './FaceSending.tsx'
import { cameraProblems } from './face-words.ts'
import { useBlink } from './useBlink.ts'
import { useCamera } from './useCamera.ts'

/** A picture taken but not sent, and the frame with closed eyes if there was a blink. */
type Draft = { readonly picture: Blob | undefined; readonly closed: Blob | undefined }
const NOTHING: Draft = { picture: undefined, closed: undefined }

type FaceCaptureProps = FaceRules & { readonly onDone: () => void }

/**
 * Waits for a blink, or takes a picture without one; shows it, lets the borrower retake it, and
 * sends it.
 */
export function FaceCapture({ mayUpload, asksForBlink, onDone }: FaceCaptureProps) {
  const [{ picture, closed }, keep, forget] = usePersonalDraft<Draft>('face', NOTHING)
  const [problem, setProblem] = useState<Problem>()
  const [wantsBlink, setWantsBlink] = useState(() => asksForBlink && !savesData())
  const camera = useCamera()
  const { blink, tryAgain } = useBlink(camera, wantsBlink, pictures => {
    camera.close()
    keep(pictures)
  })
  const { send, sent, isAgain, cancel } = useFaceSending()

  async function openCamera() {
    keep(NOTHING)
    setProblem(undefined)
    await camera.open()
  }

  function keepPicture(blob: Blob | undefined) {
    if (!blob) return
    setProblem(undefined)
    keep({ picture: blob, closed: undefined })
  }

  async function pick(file: File) {
    const prepared = await prepareImage(file)
    setProblem('problem' in prepared ? { text: t(pictureProblems[prepared.problem]) } : undefined)
    if ('image' in prepared) keep({ picture: prepared.image, closed: undefined })
  }

  async function submit(asItIs?: 1) {
    if (!picture) return setProblem({ text: t('answer.face-missing') })
    setProblem(undefined)
    const outcome = await send({
      image: picture,
      ...(closed && { closed }),
      ...(asItIs && { asItIs }),
    })
    if (outcome.kind === 'passed') {
      forget()
      onDone()
    } else if (outcome.kind === 'not-passed') setProblem({ text: t('verify.face.not-passed') })
    else if (outcome.kind === 'failed') setProblem(problemOf(outcome.failure))
  }

  const cameraProblem = camera.state.kind === 'off' && !picture ? camera.state.problem : undefined
  const shown = problem ?? (cameraProblem && { text: t(cameraProblems[cameraProblem]) })
  return (
    <>
      <Body spaced>
        {shown && (
          <FaceProblem
            problem={shown}
            answerTo={problem ?? cameraProblem}
            onAsItIs={picture ? () => void submit(1) : undefined}
          />
        )}
        <FaceFrame camera={camera} picture={picture} isSmall={shown !== undefined && !picture} />
        {wantsBlink && camera.state.kind === 'on' && <BlinkGuide blink={blink} />}
        {picture && !sent && !shown && (
          <h2 className={styles.question}>{t('verify.face.looks-good')}</h2>
        )}
        {sent ? (
          <Sending sent={sent} isAgain={isAgain} onCancel={cancel} />
        ) : (
          <FaceControls
            mayUpload={mayUpload}
            asksForBlink={asksForBlink}
            wantsBlink={wantsBlink}
            blink={blink}
            camera={camera}
            onTryAgain={tryAgain}
            hasPicture={picture !== undefined}
            hasBlinked={closed !== undefined}
            onOpen={() => void openCamera()}
            onShoot={() => void camera.shoot().then(keepPicture)}
            onPick={file => void pick(file)}
            onWantBlink={() => setWantsBlink(true)}
          />
        )}
        {!picture && camera.state.kind !== 'on' && <Advice asksForBlink={asksForBlink} />}
        <ConsentHint purpose="face" />
      </Body>
      <ActionBar>
        <MainButton
          pending={sent !== undefined}
          missing={picture ? undefined : t('verify.face.missing')}
          onPress={() => void submit()}
        >
          {t('verify.next')}
        </MainButton>
      </ActionBar>
    </>
  )
}
