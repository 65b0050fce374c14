import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { tokenOfAddress } from '#web/device/address-token.ts'
import { nativeShell } from '#web/device/bridge.ts'
import { enterFromApp } from '#web/device/native-login.ts'
import { t } from '#web/locales/i18n.ts'
import { toast } from '#web/ui/toast.ts'

type Order = Output<typeof order.detail>

function signedOutText(): string {
  return nativeShell() ? t('device.audit.expired') : t('device.joint.outside')
}

/**
 * Loads the order for the native app's audit page. Once it is decided, the app takes over (spec §4:
 * state 10).
 */
export function useNativeAudit(orderId: string) {
  const { run, isPending } = useAction(order.detail)
  const [shownOrder, setShownOrder] = useState<Order>()
  const [problem, setProblem] = useState<string>()
  const hasBegun = useRef(false)

  async function read(): Promise<Failure | undefined> {
    const result = await run({ orderId, scene: 'audit' })
    if (!result) return undefined
    if (!result.ok) return result
    setShownOrder(result.data)
    setProblem(undefined)
    if (result.data.orderState === 'finished')
      void nativeShell()
        ?.finish()
        .catch(() => undefined)
    return undefined
  }

  async function begin() {
    const code = tokenOfAddress()
    if (code !== undefined) await enterFromApp(code)
    const failure = await read()
    if (failure)
      setProblem(failure.reason === 'not-logged-in' ? signedOutText() : messageOf(failure))
  }

  useEffect(() => {
    // Once, because the code in the address can be used only once.
    if (hasBegun.current) return
    hasBegun.current = true
    void begin()
  })

  /** A failure is a toast, and the page stays as it was (spec §4, §8). */
  async function refresh() {
    const failure = await read()
    if (failure) toast(messageOf(failure), 'bad')
  }

  return { order: shownOrder, problem, isReading: isPending, refresh }
}
