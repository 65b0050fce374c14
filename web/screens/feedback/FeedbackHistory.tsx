import type { Output } from '#contract/endpoint.ts'
import { feedback } from '#contract/feedback.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import styles from './Feedback.module.css'
import { MakeComplaint, OwnComplaint, Reply } from './OwnComplaint.tsx'

type Feedback = Output<typeof feedback.list>[number]

/**
 * Earlier feedback, newest first and expanded, each with its reply (spec §2, "Feedback history").
 */
export function FeedbackHistory() {
  const list = useCall(feedback.list, {})
  usePageTitle(t('feedback.history'))
  return (
    <Page>
      <TopBar title={t('feedback.history')} back={paths.feedback()} />
      <Body>
        <Loadable
          query={list}
          skeleton={<Bones count={4} shape="row" />}
          messageOf={messageOfError}
          isEmpty={items => items.length === 0}
          empty={<NoRecords />}
        >
          {items => (
            <Card flush>
              {items.map((item, index) => (
                <Fold key={item.feedbackId} title={<Head item={item} />} open={index === 0}>
                  <FeedbackItem item={item} />
                </Fold>
              ))}
            </Card>
          )}
        </Loadable>
      </Body>
    </Page>
  )
}

function NoRecords() {
  return (
    <Empty
      art="search"
      title={t('feedback.no-records')}
      action={
        <ButtonLink kind="secondary" to={paths.feedback()} replace>
          {t('feedback.go-back')}
        </ButtonLink>
      }
    />
  )
}

function Head({ item }: { item: Feedback }) {
  return (
    <span className={styles.head}>
      <span className={styles.when}>
        {dayAndTime(item.createTime)}
        <span className={styles.about}>{item.problemDesc}</span>
      </span>
      {item.complaint && <Tag tone="warn">{t('feedback.complaint')}</Tag>}
      {item.answerContent !== null && <Tag tone="good">{t('feedback.answered')}</Tag>}
    </span>
  )
}

function FeedbackItem({ item }: { item: Feedback }) {
  const { feedbackId, content, imges, answerContent, responseTime, complaint } = item
  return (
    <div className={styles.inside}>
      <p className={styles.words}>{content}</p>
      {imges.map(address => (
        <img
          key={address}
          className={styles.picture}
          src={address}
          alt={t('feedback.picture')}
          loading="lazy"
        />
      ))}
      {answerContent === null && <Note>{t('feedback.waiting')}</Note>}
      {answerContent !== null && responseTime !== null && !isOfComplaint(item) && (
        <Reply at={responseTime} text={answerContent} />
      )}
      {complaint ? (
        <OwnComplaint complaint={complaint} />
      ) : (
        <MakeComplaint feedbackId={feedbackId} />
      )}
    </div>
  )
}

/** Whether the last reply belongs to the complaint, whose case shows it. */
function isOfComplaint({ complaint, answerContent }: Feedback): boolean {
  return complaint?.replies.at(-1)?.text === answerContent
}
