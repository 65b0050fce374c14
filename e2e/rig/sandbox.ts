import { PATIENCE_MS } from './patience.ts'
import { rupeesToPaise } from './rupees.ts'

/** The sandbox, through which a test sees and moves the simulators (product §7). */
export type Sandbox = ReturnType<typeof openSandbox>

/** An SMS that the simulator would have sent; `sentAt` is an ISO 8601 instant. */
export type SentSms = { to: string; text: string; sentAt: string }
/** A payout at the simulated bank; `amount` in rupees. */
export type SandboxPayout = {
  id: string
  key: string
  amount: number
  state: string
  accountLastFour: string
}
/** The buttons of the hosted payment page. */
export type PaymentButton =
  | 'pay'
  | 'fail'
  | 'pay-without-returning'
  | 'notify-twice'
  | 'pay-without-refund'

export function openSandbox(origin: string) {
  /** Returns the messages to a ten-digit Indian number, newest first. */
  function sms(phone: string): Promise<SentSms[]> {
    return ask<SentSms[]>(`/sandbox/sms?phone=91${phone}`)
  }

  /**
   * Returns the messages with codes: all but the notices about loans, which may arrive at any time.
   */
  async function codes(phone: string): Promise<SentSms[]> {
    return (await sms(phone)).filter(({ text }) => !text.startsWith('Saral: '))
  }

  /** Waits for a code to this number, and returns the newest: four digits, or six while many are guessed. */
  async function code(phone: string, digits?: number): Promise<string> {
    const length = digits ? `\\d{${digits}}` : '\\d{4}(?:\\d{2})?'
    const pattern = new RegExp(`(?<!\\d)${length}(?!\\d)`)
    return until(`a code for ${phone}`, async () => {
      const [newest] = await codes(phone)
      return newest?.text.match(pattern)?.[0]
    })
  }

  /** Does an action that sends a code, waits for its message, and returns the code. */
  async function codeAfter(phone: string, act: () => Promise<void>, digits?: number) {
    const before = (await codes(phone)).length
    await act()
    const isThere = async () => (await codes(phone)).length > before || undefined
    await until(`an SMS to ${phone}`, isThere)
    return code(phone, digits)
  }

  /** Moves the product's clock forward by an ISO 8601 duration such as `P7D` or `PT3H`. */
  async function advance(duration: string): Promise<void> {
    await ask('/sandbox/clock', { advance: duration })
  }

  /** Returns the product's time, which may be far ahead of the real one. */
  async function now(): Promise<Date> {
    return new Date((await ask<{ now: string }>('/sandbox/clock')).now)
  }

  function payouts(): Promise<SandboxPayout[]> {
    return ask<SandboxPayout[]>('/sandbox/payouts')
  }

  /** Holds payouts, so that none succeeds by itself, or releases them. */
  async function holdPayouts(hold: boolean): Promise<void> {
    await ask('/sandbox/payouts/hold', { hold })
  }

  async function settlePayout(id: string, outcome: 'succeed' | 'refuse'): Promise<void> {
    await ask(`/sandbox/payouts/${id}`, { outcome })
  }

  /** Lets the bank take the newest payout to an account back. */
  async function reverseLastPayout(accountLastFour: string): Promise<void> {
    const payout = (await payouts()).find(each => each.accountLastFour === accountLastFour)
    if (!payout) throw new Error(`no payout to an account ending in ${accountLastFour} is listed`)
    await ask(`/sandbox/payouts/${payout.id}`, { outcome: 'reverse' })
  }

  /** Returns the payment request of a payment page, and its amount in paise. */
  async function page(paymentUrl: string): Promise<{ paymentId: string; amount: number }> {
    const request = await ask<{ paymentId: string; amount: number }>(new URL(paymentUrl).pathname)
    return { ...request, amount: rupeesToPaise(request.amount) }
  }

  /** Presses a button of a payment page, without a browser. */
  async function press(paymentUrl: string, button: PaymentButton): Promise<void> {
    await ask(new URL(paymentUrl).pathname, { action: button })
  }

  /** Presses a button of a payment page, unless the page has expired. */
  async function pressIfOpen(
    paymentUrl: string,
    button: PaymentButton,
  ): Promise<'pressed' | 'over'> {
    const { pathname } = new URL(paymentUrl)
    const { state } = await ask<{ state: string }>(pathname)
    if (state === 'over') return 'over'
    await press(paymentUrl, button)
    return 'pressed'
  }

  async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(origin + path, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  return {
    sms,
    code,
    codeAfter,
    advance,
    now,
    payouts,
    holdPayouts,
    settlePayout,
    reverseLastPayout,
    page,
    press,
    pressIfOpen,
  }
}

/**
 * Calls `look` until it returns something. Fails after the timeout with the name of what it waited
 * for.
 */
export async function until<Result>(
  what: string,
  look: () => Promise<Result | undefined>,
  timeoutMs = PATIENCE_MS,
): Promise<Result> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const result = await look()
    if (result !== undefined) return result
    if (performance.now() > giveUpAt) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
