import { useEffect } from 'react'

/**
 * Acts when the browser shows this page again as it was left: on Back from another site the page
 * may come from the back/forward cache, still in its leaving state.
 */
export function useReturn(act: () => void): void {
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) act()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  })
}
