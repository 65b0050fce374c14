import { useParams } from 'wouter'
import { question } from '#contract/question.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note, Status } from '#web/ui/Type.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './Question.module.css'
import { type QuestionItem, Wording } from './Wording.tsx'

/** The questions of staff about an application: the waiting one, and the earlier ones (decision 74). */
export function QuestionScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const list = useCall(question.list, { orderId: id })
  usePageTitle(t('question.title'))
  return (
    <Page>
      <TopBar title={t('question.title')} back={paths.orderDetail(id)} />
      <Loadable
        query={list}
        skeleton={<QuestionBones />}
        messageOf={messageOfError}
        isEmpty={questions => questions.length === 0}
        empty={<NoQuestion orderId={id} />}
      >
        {questions => <Questions questions={questions} orderId={id} />}
      </Loadable>
    </Page>
  )
}

function QuestionBones() {
  return (
    <Body>
      <Bones count={4} shape="row" />
    </Body>
  )
}

function NoQuestion({ orderId }: { orderId: string }) {
  return (
    <Body>
      <Empty
        art="order"
        action={
          <ButtonLink kind="secondary" to={paths.orderDetail(orderId)}>
            {t('question.order')}
          </ButtonLink>
        }
      >
        {t('question.none')}
      </Empty>
    </Body>
  )
}

/** The newest question first; one that waits has its form at the end of the page. */
function Questions({
  questions,
  orderId,
}: {
  questions: readonly QuestionItem[]
  orderId: string
}) {
  const waiting = questions.find(({ standing }) => standing === 'open')
  const earlier = questions.filter(each => each !== waiting).toReversed()
  const cards = earlier.map(each => (
    <Card key={each.number}>
      <Wording item={each} />
      <Outcome item={each} />
    </Card>
  ))
  if (!waiting) return <Body>{cards}</Body>
  return (
    <AnswerForm key={waiting.number} item={waiting} orderId={orderId}>
      {cards}
    </AnswerForm>
  )
}

function Outcome({ item: { standing, answer, answeredAt } }: { item: QuestionItem }) {
  if (answeredAt)
    return (
      <>
        <Status tone="good">{t('question.answered', { time: dayAndTime(answeredAt) })}</Status>
        <p className={styles.words}>{answer}</p>
      </>
    )
  return <Note>{t(standing === 'closed' ? 'question.closed' : 'question.unanswered')}</Note>
}
