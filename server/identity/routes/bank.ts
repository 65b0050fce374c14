import { bank } from '#contract/bank.ts'
import { addBankCard, bankCardList } from '#server/identity/bank-account.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** The borrower's bank accounts. `productId` and `clientId` are accepted and change nothing. */
export function bankRoutes(services: VerificationServices): Route[] {
  return routes(bank, {
    cards: (_input, { borrowerId }) => bankCardList(services, borrowerId),
    addCard: (entry, call) => addBankCard(services, call, entry),
  })
}
