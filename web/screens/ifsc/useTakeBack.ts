import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '#web/paths.ts'

/**
 * Takes a code to the add page. Where that page lies behind this one in the history it is gone back to, so that the
 * borrower's way back does not lead through the finder again; otherwise it takes this page's place.
 */
export function useTakeBack(pid: string): (ifsc: string) => void {
  const [, navigate] = useLocation()
  const state = useHistoryState<{ from?: string } | null>()
  return ifsc => {
    const target = paths.bankAdd({ pid, ifscCode: ifsc })
    if (state?.from !== 'bank-add') {
      navigate(target, { replace: true })
      return
    }
    // The add page's own state, which says where it was opened from, is there once the history has gone back.
    addEventListener('popstate', () => navigate(target, { replace: true, state: history.state }), {
      once: true,
    })
    history.back()
  }
}
