/**
 * Chromium on Linux in the POSIX locale names its language en-US@posix, which Intl refuses. uPlot asks
 * Intl for that language as soon as it is loaded, and would fail. The console is in English.
 */
try {
  Intl.getCanonicalLocales(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' })
}
