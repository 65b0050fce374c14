/** How often a reading is looked at. */
const INTERVAL_MS = 5_000
/** Less processor time than this between two looks is that of the look itself. */
const WORK_MIN_MS = 20
/** A reading takes five seconds of processor time; one that has used so much never ends. */
const WORK_MAX_MS = 120_000

/**
 * Watches the processor time of a reading, which other work on a busy machine does not lengthen.
 * Calls `onWork` whenever some was used since the last look, and `onExcess` once it is too much.
 * Returns the function that ends the watch.
 */
export function watchWork(
  usedMs: () => number,
  { onWork, onExcess }: { readonly onWork: () => void; readonly onExcess: () => void },
): () => void {
  const start = usedMs()
  let last = start
  const timer = setInterval(() => {
    const used = usedMs()
    if (used - start > WORK_MAX_MS) onExcess()
    else if (used - last >= WORK_MIN_MS) onWork()
    last = used
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
