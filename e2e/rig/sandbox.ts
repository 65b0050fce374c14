import { PATIENCE_MS } from './patience.ts'

/** The simulators' window, as a test looks through it (product §7). */
export type Sandbox = ReturnType<typeof openSandbox>

/** An SMS that the simulator would have sent; `sentAt` is an ISO 8601 instant. */
export type SentSms = { to: string; text: string; sentAt: string }
/** A payout as the simulated bank sees it; `amount` in rupees. */
export type SandboxPayout = { id: string; key: string; amount: number; state: string }
/** The buttons of the hosted payment page. */
export type PaymentButton = 'pay' | 'fail' | 'pay-without-returning' | 'notify-twice'

export function openSandbox(origin: string) {
  /** Messages to a ten-digit Indian number, newest first. */
  function sms(phone: string): Promise<SentSms[]> {
    return ask<SentSms[]>(`/sandbox/sms?phone=91${phone}`)
  }

  /** Those that are no news of a loan, which come when they come. */
  async function codes(phone: string): Promise<SentSms[]> {
    return (await sms(phone)).filter(({ text }) => !text.startsWith('Saral: '))
  }

  /** The digits of the newest code sent to this number; waits for it, as a person would. */
  async function code(phone: string, digits = 4): Promise<string> {
    const pattern = new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`)
    return until(`a ${digits}-digit code for ${phone}`, async () => {
      const [newest] = await codes(phone)
      return newest?.text.match(pattern)?.[0]
    })
  }

  /** The code that an action sends: of the first message that is newer than those before it. */
  async function codeAfter(phone: string, act: () => Promise<void>, digits = 4): Promise<string> {
    const before = (await codes(phone)).length
    await act()
    await until(`an SMS to ${phone}`, async () =>
      (await codes(phone)).length > before ? true : undefined,
    )
    return code(phone, digits)
  }

  /** Moves the product's clock forward by an ISO 8601 duration such as `P7D` or `PT3H`. */
  async function advance(duration: string): Promise<void> {
    await ask('/sandbox/clock', { advance: duration })
  }

  /** The product's time, which may be far ahead of ours. */
  async function now(): Promise<Date> {
    return new Date((await ask<{ now: string }>('/sandbox/clock')).now)
  }

  function payouts(): Promise<SandboxPayout[]> {
    return ask<SandboxPayout[]>('/sandbox/payouts')
  }

  /** While payouts are held, none succeeds by itself. */
  async function holdPayouts(hold: boolean): Promise<void> {
    await ask('/sandbox/payouts/hold', { hold })
  }

  async function settlePayout(id: string, outcome: 'succeed' | 'refuse'): Promise<void> {
    await ask(`/sandbox/payouts/${id}`, { outcome })
  }

  /** Presses a button of a hosted payment page, without a browser. */
  async function press(paymentUrl: string, button: PaymentButton): Promise<void> {
    await ask(new URL(paymentUrl).pathname, { action: button })
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

  return { sms, code, codeAfter, advance, now, payouts, holdPayouts, settlePayout, press }
}

/** Asks again until there is an answer; gives up when patience ends, naming what it waited for. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  timeoutMs = PATIENCE_MS,
): Promise<Found> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
