/*
 * Reads texts aloud with a voice of the device. A service's voice is never used: it would send the
 * page's text to another company.
 */

/** The device's own voice for a language (`hi`), if it has one. */
export function voiceOf(language: string): SpeechSynthesisVoice | undefined {
  if (typeof speechSynthesis === 'undefined') return undefined
  const voices = speechSynthesis
    .getVoices()
    .filter(({ lang, localService }) => localService && /^[a-z]+/i.exec(lang)?.[0] === language)
  return voices.find(({ lang }) => lang.replace('_', '-') === `${language}-IN`) ?? voices[0]
}

/** Calls back when the voices become known or change. Returns a function that stops it. */
export function watchVoices(changed: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => undefined
  speechSynthesis.addEventListener('voiceschanged', changed)
  return () => speechSynthesis.removeEventListener('voiceschanged', changed)
}

/**
 * Reads the lines one after another: a phone cuts off a long text. Calls `ended` after the last
 * one, or when a voice fails, but not when the returned function stops it.
 */
export function readAloud(
  lines: readonly string[],
  voice: SpeechSynthesisVoice,
  ended: () => void,
): () => void {
  let isEnded = false
  function end(): void {
    if (isEnded) return
    isEnded = true
    ended()
  }
  speechSynthesis.cancel()
  for (const [index, line] of lines.entries()) {
    const utterance = new SpeechSynthesisUtterance(line)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.onerror = end
    if (index === lines.length - 1) utterance.onend = end
    speechSynthesis.speak(utterance)
  }
  return function silence(): void {
    isEnded = true
    speechSynthesis.cancel()
  }
}
