import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Failure } from '#contract/client.ts'
import { messageOf } from '#web/api/failures.ts'
import type { Sent } from '#web/api/upload.ts'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { prepareImage } from '#web/device/compress.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body } from '#web/ui/Layout.tsx'
import { Note, TextLink } from '#web/ui/Type.tsx'
import { Meter } from '#web/ui/Upload.tsx'
import { ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import { spokenErrors } from '#web/verify/sayings.ts'
import { useStepDone } from '#web/verify/useStepDone.ts'
import styles from './Face.module.css'
import { FaceFrame } from './FaceFrame.tsx'
import { adviceOn, cameraProblems, fileSize, imageProblems } from './face-words.ts'
import { PicturePicker } from './PicturePicker.tsx'
import { useCamera } from './useCamera.ts'
import { useFaceSending } from './useFaceSending.ts'

/** What stands in the way, and, where another step has to come first, the way there. */
type Problem = { readonly text: string; readonly advice?: string | undefined; readonly isEarlierStep?: boolean }

/** The picture is taken, seen, taken again if need be, and sent. */
export function FaceCapture({ mayUpload }: { mayUpload: boolean }) {
  const [{ picture }, keep, forget] = usePersonalDraft<{ picture: Blob | undefined }>('face', { picture: undefined })
  const [problem, setProblem] = useState<Problem>()
  const camera = useCamera()
  const { send, sent, cancel } = useFaceSending()
  const goOn = useStepDone()

  async function openCamera() {
    keep({ picture: undefined })
    setProblem(undefined)
    await camera.open()
  }

  function keepTaken(taken: Blob | undefined) {
    if (!taken) return
    setProblem(undefined)
    keep({ picture: taken })
  }

  async function pick(file: File) {
    const prepared = await prepareImage(file)
    setProblem('problem' in prepared ? { text: t(imageProblems[prepared.problem]) } : undefined)
    if ('image' in prepared) keep({ picture: prepared.image })
  }

  async function submit() {
    if (!picture) return setProblem({ text: t('verify.said.face-missing') })
    setProblem(undefined)
    const outcome = await send(picture)
    if (outcome.kind === 'passed') {
      forget()
      goOn()
    } else if (outcome.kind === 'not-passed') setProblem({ text: t('verify.face.not-passed') })
    else if (outcome.kind === 'failed') setProblem(problemOf(outcome.failure))
  }

  const cameraProblem = camera.state.kind === 'off' && !picture ? camera.state.problem : undefined
  const shown = problem ?? (cameraProblem && { text: t(cameraProblems[cameraProblem]) })
  return (
    <>
      <Body spaced>
        {shown && <FaceProblem problem={shown} answerTo={problem ?? cameraProblem} />}
        <FaceFrame camera={camera} picture={picture} isSmall={shown !== undefined && !picture} />
        {sent ? (
          <Sending sent={sent} onCancel={cancel} />
        ) : (
          <div className={styles.controls}>
            <CameraButton
              isOpening={camera.state.kind === 'opening'}
              isOn={camera.state.kind === 'on'}
              hasPicture={picture !== undefined}
              onOpen={() => void openCamera()}
              onShoot={() => void camera.shoot().then(keepTaken)}
            />
            {mayUpload && camera.state.kind === 'off' && (
              <PicturePicker
                label={t('verify.face.upload')}
                kind={cameraProblem ? 'secondary' : 'quiet'}
                onPick={file => void pick(file)}
              />
            )}
          </div>
        )}
        {!picture && <Advice />}
        <ConsentHint purpose="face" />
      </Body>
      <ActionBar>
        <Button kind="main" wide pending={sent !== undefined} onPress={() => void submit()}>
          {t('verify.next')}
        </Button>
      </ActionBar>
    </>
  )
}

function problemOf(failure: Failure): Problem {
  const advice = adviceOn(failure.details['why'])
  return {
    text: spokenErrors(failure.errorColumn)[0]?.msg ?? messageOf(failure),
    advice: advice && t(advice),
    isEarlierStep: failure.reason === 'aadhaar-not-verified',
  }
}

function FaceProblem({ problem, answerTo }: { problem: Problem; answerTo: unknown }) {
  const [search] = useSearchParams()
  return (
    <ProblemBanner answerTo={answerTo}>
      <p>{problem.text}</p>
      {problem.advice !== undefined && <Note>{problem.advice}</Note>}
      {problem.isEarlierStep && <TextLink to={paths.auth(search.get('pid') ?? '')}>{t('verify.go-to-step')}</TextLink>}
    </ProblemBanner>
  )
}

type CameraButtonProps = { isOpening: boolean; isOn: boolean; hasPicture: boolean; onOpen: () => void; onShoot: () => void }

/** One button for the camera, so that the focus stays on it: open, take, take again. */
function CameraButton({ isOpening, isOn, hasPicture, onOpen, onShoot }: CameraButtonProps) {
  const name = hasPicture ? 'ui.take-again' : isOn ? 'verify.face.take' : 'verify.face.open'
  return (
    <Button kind={isOn ? 'primary' : 'secondary'} icon="camera" pending={isOpening} onPress={isOn ? onShoot : onOpen}>
      {t(name)}
    </Button>
  )
}

function Sending({ sent, onCancel }: { sent: Sent; onCancel: () => void }) {
  const values = { sent: fileSize(sent.sentBytes), total: fileSize(sent.totalBytes) }
  return (
    <div className={styles.sending}>
      <Meter value={sent.totalBytes === 0 ? 0 : sent.sentBytes / sent.totalBytes} label={t('verify.face.sending')} />
      <Note>{t('verify.face.sent', values)}</Note>
      <Button kind="quiet" small onPress={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

function Advice() {
  return (
    <ul className={styles.advice}>
      <li>{t('verify.face.advice.light')}</li>
      <li>{t('verify.face.advice.straight')}</li>
      <li>{t('verify.face.advice.alone')}</li>
    </ul>
  )
}
