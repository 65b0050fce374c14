import * as v from 'valibot'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import type { BankAccountPort, BankAccountRefusal } from '#server/providers/bank-account/port.ts'
import { CASHFREE, cashfreeClient } from '#server/providers/cashfree-client.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'

const checked = v.object({
  account_status: v.nullish(v.string()),
  account_status_code: v.string(),
  name_at_bank: v.nullish(v.string()),
})

/**
 * Cashfree's codes that judge the account. The others say that the bank could not be reached at
 * present.
 */
const REFUSALS: readonly (readonly [RegExp, BankAccountRefusal])[] = [
  [/IFSC/, 'no-such-ifsc'],
  [/BLOCKED|FROZEN|CLOSED|DORMANT|NRE_ACCOUNT/, 'blocked'],
  [/^INVALID_(BANK_)?ACCOUNT/, 'no-such-account'],
]

/**
 * Asks a bank for an account's holder, through Cashfree: the name comes from the bank, and we
 * compare it.
 */
export function cashfreeBankAccounts(settings: CashfreeSettings): BankAccountPort {
  const client = cashfreeClient(settings, 'verification')
  const call = { what: 'check a bank account', method: 'POST', path: '/bank-account/sync' } as const
  return {
    async check({ account, ifsc, name }) {
      const answer = await client.ask(
        { ...call, body: { bank_account: account, ifsc, name } },
        checked,
      )
      if (answer.kind === 'refused') throw client.unexpected(call, answer)
      const { account_status_code: code, name_at_bank: nameAtBank } = answer.data
      if (code === 'ACCOUNT_IS_VALID' && nameAtBank) return { state: 'valid', nameAtBank }
      const reason = REFUSALS.find(([pattern]) => pattern.test(code))?.[1]
      if (!reason)
        throw new VendorFailure(CASHFREE, call.what, 'unreachable', 'the bank did not answer')
      return { state: 'invalid', reason }
    },
  }
}
