import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#console/calls.ts'
import { say } from '#console/words.ts'
import type { Result } from '#contract/client.ts'
import { toast } from '#web/ui/toast.ts'

/** Reports an act, and offers for a moment to undo it. Only for acts without an effect outside. */
export function useUndo(): (message: string, undo: () => Promise<Result<unknown>>) => void {
  const queries = useQueryClient()
  return (message, undo) => {
    async function takeBack() {
      const result = await undo()
      await queries.invalidateQueries()
      if (!result.ok) toast(messageOf(result), 'bad')
    }
    toast(message, 'good', 0, { label: say('undo'), run: () => void takeBack() })
  }
}
