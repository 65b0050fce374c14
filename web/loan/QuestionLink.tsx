import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'

type OrderQuestions = Pick<Output<typeof order.detail>, 'orderId' | 'questions'>

/** The link to the question that waits for the borrower, or to the earlier ones. */
export function QuestionLink({ data: { orderId, questions } }: { data: OrderQuestions }) {
  const { asked: count, answerBy } = questions
  if (count === 0) return null
  return (
    <Card flush>
      {answerBy ? (
        <Item
          icon="info"
          strong
          title={t('orders.question.open')}
          note={t('orders.question.until', { date: day(answerBy) })}
          to={paths.question(orderId)}
        />
      ) : (
        <Item icon="info" title={t('orders.question.earlier')} to={paths.question(orderId)} />
      )}
    </Card>
  )
}
