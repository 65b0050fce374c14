import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import type { MessageId } from '#words/catalogues.ts'

type Waiting = Pick<Output<typeof order.detail>, 'isWithPerson' | 'questions'>

/** The sentence about a pending application. It names a time only if the rules decide. */
export function waitingText({ isWithPerson, questions }: Waiting): MessageId {
  if (questions.answerBy) return 'orders.question.waits'
  return isWithPerson === 1 ? 'orders.audit.person' : 'orders.audit.text'
}
