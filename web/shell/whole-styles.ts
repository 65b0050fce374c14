/**
 * The prerendered sign-in page holds only the rules that it needs, and links the whole style sheets
 * as disabled (build/pages.ts). This enables them, and resolves when they have loaded: every screen
 * waits for them. Call it again after a failure. The build draws pages without a document.
 */
export async function loadWholeStyles(): Promise<void> {
  if (typeof document === 'undefined') return
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-pruned]')
  await Promise.all(
    [...links].map(
      link =>
        new Promise<void>((resolve, reject) => {
          link.addEventListener('load', () => {
            delete link.dataset.pruned
            resolve()
          })
          link.addEventListener('error', () => {
            link.disabled = true
            reject(new Error(`Unable to preload CSS for ${link.href}`))
          })
          link.disabled = false
        }),
    ),
  )
}
