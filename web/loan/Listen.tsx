import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readAloud, voiceOf, watchVoices } from '#web/device/read-aloud.ts'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import { IconButton } from '#web/ui/Frame.tsx'
import { spokenLines } from './spoken.ts'

/**
 * Reads what the page shows aloud, in the page's language. Absent where the device has no voice of
 * its own for it.
 */
export function Listen() {
  const voice = useSyncExternalStore(
    watchVoices,
    () => voiceOf(currentLanguage()),
    () => undefined,
  )
  const silence = useRef<() => void>(undefined)
  const [isReading, setReading] = useState(false)
  useEffect(() => () => silence.current?.(), [])
  if (!voice) return null

  function press(reader: SpeechSynthesisVoice): void {
    if (isReading) silence.current?.()
    else silence.current = readAloud(linesOfPage(), reader, () => setReading(false))
    setReading(!isReading)
  }

  return (
    <IconButton
      icon={isReading ? 'silence' : 'listen'}
      label={t(isReading ? 'loan.listen.stop' : 'loan.listen')}
      onPress={() => press(voice)}
    />
  )
}

function linesOfPage(): string[] {
  const page = document.querySelector<HTMLElement>('main')
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is read, line by line
  return spokenLines(page?.innerText ?? '', ({ rupees, paise }) =>
    paise === 0
      ? t('loan.listen.rupees', { rupees })
      : t('loan.listen.rupees-paise', { rupees, paise }),
  )
}
