import { refused } from '#contract/envelope.ts'
import { question as endpoints } from '#contract/question.ts'
import { answerQuestion, questionsOf } from '#server/lending/borrowing/questions.ts'
import { orderOf } from '#server/lending/db/order.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

/** The questions of a person about an application, and the borrower's answers. */
export function questionRoutes(services: LendingServices): Route[] {
  const { db } = services
  return routes(endpoints, {
    list: async ({ orderId }, { borrowerId, now }) => {
      const order = await orderOf(db, borrowerId, orderId)
      return order ? questionsOf(services, order, now) : refused('order-not-found')
    },
    answer: async ({ answer, ...question }, { borrowerId, now: at }) =>
      db.transaction(tx =>
        answerQuestion({ services, tx, at }, { ...question, borrowerId }, answer),
      ),
  })
}
