/** In place of the process that reads cards: it falls over at a PAN card, and says nothing of an Aadhaar card. */
process.on('disconnect', () => process.exit(0))
process.on('message', (task: { kind: string }) => {
  if (task.kind === 'pan') process.exit(1)
})
