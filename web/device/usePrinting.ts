import { useSyncExternalStore } from 'react'

const paper = () => matchMedia('print')

/** True while the page is laid out for paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    changed => {
      const list = paper()
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => paper().matches,
    () => false,
  )
}
