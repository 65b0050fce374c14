import { useState } from 'react'
import { messageOf } from '#web/api/failures.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section, Stack } from '#web/ui/Layout.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { Hint, Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { KeyValues } from '#web/ui/Values.tsx'
import { useNaming } from './useNaming.ts'

/**
 * Informs an emergency contact that they were named, by whom and why, and lets them decline
 * (product §8).
 */
export function Contact2Screen() {
  return (
    <Page>
      <TopBar title={t('common.title.contact2')} />
      <Body spaced>
        <Naming />
      </Body>
    </Page>
  )
}

function Naming() {
  const { answer, read, decline, isDeclining } = useNaming()
  const [isAsking, setAsking] = useState(false)
  if (answer === undefined)
    return (
      <Skeleton>
        <Bone shape="card" />
      </Skeleton>
    )
  if (answer === 'expired')
    return (
      <Empty art="denied" title={t('contact.expired')} action={<ToPrivacy />}>
        {t('contact.expired.text')}
      </Empty>
    )
  if (!answer.ok) return <Failed message={messageOf(answer)} onRetry={read} />
  const { firstName, lender, namedAt, isDeclined } = answer.data
  const name = firstName || t('contact.person')
  if (isDeclined)
    return (
      <Empty art="success" title={t('contact.declined.title')} action={<ToPrivacy />}>
        {t('contact.declined', { name })}
      </Empty>
    )

  async function confirm() {
    const result = await decline()
    setAsking(false)
    if (!result.ok && result.code !== -4) toast(messageOf(result), 'bad')
  }

  return (
    <>
      <Section
        title={firstName === '' ? t('contact.named.somebody') : t('contact.named', { name })}
      >
        <Stack gap="loose">
          <Card>
            <KeyValues
              rows={[
                { label: t('contact.lender'), value: lender },
                { label: t('contact.on'), value: day(namedAt) },
              ]}
            />
          </Card>
          <p>{t('contact.why')}</p>
          <Hint icon="info">{t('contact.owe')}</Hint>
        </Stack>
      </Section>
      <Section title={t('contact.held.title')}>
        <Stack gap="loose">
          <p>{t('contact.held', { name })}</p>
          <Button kind="secondary" wide onPress={() => setAsking(true)}>
            {t('contact.do')}
          </Button>
          <Note center>{t('contact.fine')}</Note>
        </Stack>
      </Section>
      {isAsking && (
        <DeclineDialog
          name={name}
          isDeclining={isDeclining}
          onClose={() => setAsking(false)}
          onDecline={() => void confirm()}
        />
      )}
    </>
  )
}

function ToPrivacy() {
  return (
    <ButtonLink kind="secondary" to={paths.privacy()}>
      {t('common.title.privacy')}
    </ButtonLink>
  )
}

function DeclineDialog(props: {
  name: string
  isDeclining: boolean
  onClose: () => void
  onDecline: () => void
}) {
  return (
    <Dialog
      title={t('contact.sure')}
      onClose={props.onClose}
      actions={
        <>
          <Button kind="secondary" onPress={props.onClose}>
            {t('contact.sure.keep')}
          </Button>
          <Button pending={props.isDeclining} onPress={props.onDecline}>
            {t('contact.sure.do')}
          </Button>
        </>
      }
    >
      <p>{t('contact.sure.text', { name: props.name })}</p>
    </Dialog>
  )
}

function Failed(props: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <Empty
        art="error"
        action={
          <Button kind="secondary" icon="refresh" onPress={props.onRetry}>
            {t('ui.retry')}
          </Button>
        }
      >
        {props.message}
      </Empty>
    </div>
  )
}
