import { saveFile } from '#web/device/save-file.ts'

/**
 * Offers a file to the phone's share sheet; saves it on the device where there is none for files,
 * or where the browser refuses to open it.
 */
export async function shareFile(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<'shared' | 'cancelled' | 'saved'> {
  const files = [new File([bytes], name, { type })]
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files })) {
    try {
      await navigator.share({ files })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  saveFile(name, [bytes], type)
  return 'saved'
}

/** Offers a text to the device's share sheet; copies it where there is none, or it does not open. */
export async function shareText(
  title: string,
  text: string,
): Promise<'shared' | 'cancelled' | 'copied' | 'failed'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  return (await copyText(text)) ? 'copied' : 'failed'
}

/** Copies a text; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
