import type { BankAccountPort } from '#server/providers/bank-account/port.ts'
import { nameElsewhere } from '#server/providers/simulated/inputs.ts'

/**
 * Every account is the borrower's own, except by its last four digits: `9999` does not exist,
 * `8888` is blocked, `0002` has the name written differently, `0003` has another person's name.
 * (`0000` is valid here but its payout fails, product §7.)
 */
export function bankAccountSimulator(): BankAccountPort {
  return {
    async check({ account, name }) {
      const ending = account.slice(-4)
      if (ending === '9999') return { state: 'invalid', reason: 'no-such-account' }
      if (ending === '8888') return { state: 'invalid', reason: 'blocked' }
      return { state: 'valid', nameAtBank: nameElsewhere(name, ending) }
    },
  }
}
