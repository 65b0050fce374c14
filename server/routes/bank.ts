import { bank } from '#contract/bank.ts'
import { addBankCard, bankCardList } from '#server/flows/bank-account.ts'
import type { VerificationServices } from '#server/flows/verification.ts'
import { type Route, routes } from '#server/http/call.ts'

/** The borrower's bank accounts. `productId` and `clientId` are accepted and change nothing. */
export function bankRoutes(services: VerificationServices): Route[] {
  return routes(bank, {
    cards: (_input, { borrowerId }) => bankCardList(services, borrowerId),
    addCard: (entry, call) => addBankCard(services, call, entry),
  })
}
