let pagesBefore = 0
let listening = false

/**
 * Counts our pages before the current one in the history, so that a back arrow knows whether there
 * is one.
 */
export function countPages(): void {
  if (listening) return
  listening = true
  // wouter announces its own navigations by these names; `popstate` is the browser's.
  addEventListener('pushState', () => {
    pagesBefore += 1
  })
  addEventListener('popstate', () => {
    pagesBefore = Math.max(0, pagesBefore - 1)
  })
}

export function hasPageBefore(): boolean {
  return pagesBefore > 0
}
