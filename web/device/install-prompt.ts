import { keptInstallPrompt } from '#web/device/early-install-prompt.ts'

/**
 * The install prompt of browsers that have one. They offer it once, at a time of their choosing.
 */
type InstallPrompt = Event & {
  prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const listeners = new Set<() => void>()
let pendingPrompt: InstallPrompt | undefined

/** Called once at startup: the browser may offer its prompt before any page is rendered. */
export function awaitInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    setPrompt(event as InstallPrompt)
  })
  const early = keptInstallPrompt()
  if (early) setPrompt(early as InstallPrompt)
  addEventListener('appinstalled', () => setPrompt(undefined))
}

export function hasInstallPrompt(): boolean {
  return pendingPrompt !== undefined
}

/** Takes the prompt, which can be shown once; after a refusal the browser may offer another. */
export function takeInstallPrompt(): InstallPrompt | undefined {
  const prompt = pendingPrompt
  setPrompt(undefined)
  return prompt
}

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPrompt(prompt: InstallPrompt | undefined): void {
  pendingPrompt = prompt
  for (const listener of listeners) listener()
}
