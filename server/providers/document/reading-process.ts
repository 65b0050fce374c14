/**
 * A separate process that reads cards, one at a time: its memory and processor time are not the
 * server's.
 */
import { constants, setPriority } from 'node:os'
import { readAadhaarFront } from '#server/providers/document/aadhaar-front.ts'
import { startEngine } from '#server/providers/document/engine.ts'
import { readPanCard } from '#server/providers/document/pan-card.ts'
import type { CardReading } from '#server/providers/document/port.ts'
import { watchWork } from '#server/providers/document/watch-work.ts'

export type ReadingTask = {
  readonly id: number
  readonly kind: 'aadhaarFront' | 'pan'
  readonly bytes: Uint8Array
}
export type ReadingReport =
  | { readonly id: number; readonly percent: number }
  | { readonly id: number; readonly reading: CardReading<unknown> }
  | { readonly id: number; readonly failure: string }

// Requests for pages go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const engine = startEngine()
process.on('disconnect', () => process.exit(0))
process.on('message', (task: ReadingTask) => {
  void work(task).then(report)
})

async function work({ id, kind, bytes }: ReadingTask): Promise<ReadingReport> {
  const readCard = kind === 'pan' ? readPanCard : readAadhaarFront
  let percent = 0
  const reportProgress = () => report({ id, percent })
  const end = watchWork(usedMs, { onWork: reportProgress, onExcess: () => process.exit(1) })
  try {
    const reading = await readCard(await engine, bytes, reached => {
      percent = reached
      reportProgress()
    })
    return { id, reading }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : 'unknown' }
  } finally {
    end()
  }
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function report(message: ReadingReport): void {
  process.send?.(message)
}
