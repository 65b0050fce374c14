import type { CameraProblem } from '#web/device/camera.ts'
import type { ImageProblem } from '#web/device/compress.ts'
import type { MessageId } from '#words/catalogues.ts'

export const cameraProblems: Record<CameraProblem, MessageId> = {
  denied: 'verify.face.camera.denied',
  missing: 'verify.face.camera.missing',
  busy: 'verify.face.camera.busy',
}

export const imageProblems: Record<ImageProblem, MessageId> = {
  'not-an-image': 'verify.face.not-an-image',
  'too-large': 'answer.image-too-large',
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

const KB = 1024
const MB = KB * KB

/** Formats a file size: whole kilobytes, or megabytes with one decimal. */
export function fileSize(bytes: number): string {
  return bytes < MB ? `${Math.round(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`
}
