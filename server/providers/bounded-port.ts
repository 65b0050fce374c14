import { VendorFailure } from './vendor-http.ts'

/** Less than a client's patience (100 s), however many requests an answer needs. */
const TOTAL_MS = 60_000

/** A port whose calls end in time: one that has no answer by then counts as unreachable, even if it goes on. */
export function boundedPort<Port extends object>(
  vendor: string,
  port: Port,
  totalMs = TOTAL_MS,
): Port {
  return new Proxy(port, {
    get(target, property) {
      const part: unknown = Reflect.get(target, property)
      if (typeof part !== 'function') return part
      return (...parameters: unknown[]) => {
        const answer: unknown = part.apply(target, parameters)
        return answer instanceof Promise
          ? answeredWithin(totalMs, answer, vendor, String(property))
          : answer
      }
    },
  })
}

async function answeredWithin<T>(
  totalMs: number,
  answer: Promise<T>,
  vendor: string,
  call: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new VendorFailure(vendor, call, 'unreachable', 'no answer in all its time')),
      totalMs,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
