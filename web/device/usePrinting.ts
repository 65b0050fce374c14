import { useSyncExternalStore } from 'react'

const printMedia = () => matchMedia('print')

/** True while the page is laid out for print. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    changed => {
      const list = printMedia()
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => printMedia().matches,
    () => false,
  )
}
