import type { ImageProblem } from '#web/device/compress.ts'
import type { MessageId } from '#words/catalogues.ts'

/** The message for a file that cannot be sent (specification §5). */
export const pictureProblems: Record<ImageProblem, MessageId> = {
  'not-an-image': 'verify.face.not-an-image',
  'too-large': 'answer.image-too-large',
}

const KB = 1024
const MB = KB * KB

/** Formats a file size: whole kilobytes, or megabytes with one decimal. */
export function fileSize(bytes: number): string {
  return bytes < MB ? `${Math.round(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`
}
