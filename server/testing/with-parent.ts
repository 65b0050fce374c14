/**
 * Preloaded into the servers that a test starts: such a server stops in order when the process that
 * started it is gone, however that ended.
 */
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
