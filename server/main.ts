/** The server: reads the configuration, opens the product, and stops it in order at a signal. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import pino from 'pino'
import { type Life, openSaral, stop } from '#server/open.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { logSerializers } from '#server/platform/redaction.ts'
import { traceFields } from '#server/platform/tracing/traced.ts'

/** Requests and jobs under way get this long to finish when the server has to stop. */
const STOP_PATIENCE_MS = 25_000

await main().catch((error: Error) => {
  console.error(`Saral could not start. ${error.message}`)
  process.exit(1)
})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = pino({
    level: config.logLevel,
    base: null,
    serializers: logSerializers,
    mixin: traceFields,
  })
  const life: Life = { phase: 'starting', undo: [] }
  stopAtSignal(life, config, logger)
  try {
    const { origin, consoleAddress } = await openSaral(config, logger, life)
    console.log(`Saral is ready at ${origin}`)
    if (consoleAddress) console.log(`The console of the lender's people is at ${consoleAddress}`)
  } catch (error) {
    await stop(life, logger)
    throw error
  }
}

/**
 * The first signal ends the server in order: it reports not ready to proxies, accepts no new
 * connection, finishes what is under way, and closes. Further ones change nothing: a terminal and the
 * program that started the server often send one each.
 */
function stopAtSignal(life: Life, { stopDelayMs }: Config, logger: Logger): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      logger.info(`Stopping: ${signal}`)
      setTimeout(() => process.exit(1), stopDelayMs + STOP_PATIENCE_MS).unref()
      if (life.phase === 'serving') {
        life.phase = 'stopping'
        await pause(stopDelayMs)
      }
      await stop(life, logger)
      process.exit(0)
    })
  }
}
