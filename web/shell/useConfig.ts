import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#contract/client.ts'
import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'

export type Config = Output<typeof content.config>

let cached: Config | undefined

/**
 * Returns the public configuration, such as the lender, for the public pages, which run without the
 * query cache. It changes only when the server is reconfigured, so one answer lasts until the page
 * is reloaded.
 */
export function useConfig(): { config: Config | undefined; hasFailed: boolean; retry: () => void } {
  const [answer, setAnswer] = useState<Result<Config>>()
  const retry = useCallback(() => {
    setAnswer(undefined)
    void call(content.config, {}).then(setAnswer)
  }, [])
  useEffect(() => {
    if (cached === undefined) retry()
  }, [retry])
  if (answer?.ok) cached = answer.data
  return { config: cached, hasFailed: answer?.ok === false && cached === undefined, retry }
}
