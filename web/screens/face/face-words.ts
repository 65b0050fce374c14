import type { CameraProblem } from '#web/device/camera.ts'
import type { MessageId } from '#words/catalogues.ts'

export const cameraProblems: Record<CameraProblem, MessageId> = {
  denied: 'verify.face.camera.denied',
  missing: 'verify.face.camera.missing',
  busy: 'verify.face.camera.busy',
}

const whys: Readonly<Record<string, MessageId>> = {
  'no-face': 'verify.face.why.no-face',
  'several-faces': 'verify.face.why.several-faces',
  'too-small': 'verify.face.why.too-small',
  'too-dark': 'verify.face.why.too-dark',
}

/** Returns advice for the next picture, if the check said why this one was unclear. */
export function adviceOn(why: unknown): MessageId | undefined {
  return typeof why === 'string' && Object.hasOwn(whys, why) ? whys[why] : undefined
}
