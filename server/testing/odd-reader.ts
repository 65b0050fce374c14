/**
 * Replaces the process that reads cards: it crashes on a PAN card, and never answers for an Aadhaar
 * card.
 */
process.on('disconnect', () => process.exit(0))
process.on('message', (task: { kind: string }) => {
  if (task.kind === 'pan') process.exit(1)
})
