/**
 * Replaces the process that reads cards: it crashes on a PAN card. For an Aadhaar card it reports as
 * many steps as `ODD_READER_STEPS` says and then finds nothing, or never answers.
 */
const steps = Number(process.env.ODD_READER_STEPS ?? 0)

process.on('disconnect', () => process.exit(0))
process.on('message', ({ id, kind }: { id: number; kind: string }) => {
  if (kind === 'pan') process.exit(1)
  for (let step = 1; step <= steps; step += 1) process.send?.({ id, percent: step })
  if (steps > 0) process.send?.({ id, reading: { state: 'unclear', reason: 'not-legible' } })
})
