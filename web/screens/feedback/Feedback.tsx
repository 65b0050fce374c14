import { useSearchParams } from 'wouter'
import { feedback } from '#contract/feedback.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/Type.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { FeedbackHistory } from './FeedbackHistory.tsx'

/**
 * Sends feedback, and shows earlier feedback with our replies: two views of one page (spec §2,
 * /feedback).
 */
export function FeedbackScreen() {
  const [search] = useSearchParams()
  return search.get('view') === 'history' ? <FeedbackHistory /> : <NewFeedback />
}

function NewFeedback() {
  const types = useCall(feedback.types, {})
  return (
    <Page>
      <TopBar
        title={t('common.title.feedback')}
        back={paths.account()}
        aside={<TextLink to={paths.feedbackHistory()}>{t('feedback.history')}</TextLink>}
      />
      <Loadable query={types} skeleton={<FormBones />} messageOf={messageOfError}>
        {data => <FeedbackForm types={data} />}
      </Loadable>
    </Page>
  )
}

function FormBones() {
  return (
    <Body>
      <Stack gap="loose">
        <Bone />
        <Bone shape="field" />
        <Bone shape="card" />
        <Bone shape="tile" />
      </Stack>
    </Body>
  )
}
