/** The install prompt of browsers that have one; they hand it out once, whenever they think it is time. */
type InstallPrompt = Event & {
  prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const listeners = new Set<() => void>()
let kept: InstallPrompt | undefined

/** Called once at the start: the browser may offer its prompt before any page has been drawn. */
export function awaitInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => keep(undefined))
}

export function hasInstallPrompt(): boolean {
  return kept !== undefined
}

/** Takes the prompt, which can be shown once; a browser that was refused offers another when it sees fit. */
export function takeInstallPrompt(): InstallPrompt | undefined {
  const prompt = kept
  keep(undefined)
  return prompt
}

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(prompt: InstallPrompt | undefined): void {
  kept = prompt
  for (const listener of listeners) listener()
}
