import { useEffect } from 'react'

/**
 * Acts when the browser shows this page again as it was left: on Back from a page of others it may have been kept whole, and then
 * it still waits to be left.
 */
export function useComeBack(act: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) act()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  })
}
