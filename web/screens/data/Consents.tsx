import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { content } from '#contract/content.ts'
import type { ConsentPurpose, OptionalPurpose } from '#domain/accounts/consent.ts'
import { messageOf } from '#web/api/failures.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import {
  answerOptional,
  optionalTexts,
  optionalTitles,
  useConsents,
} from '#web/consent/OptionalQuestion.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Toggle.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MessageId } from '#words/catalogues.ts'
import { kindWords, type Overview } from './words.ts'

/** Switches the optional consents on or off at any time, one as easily as the other. */
export function OptionalConsents() {
  const consents = useConsents()
  const config = useCall(content.config, {})
  const isOffered = (purpose: OptionalPurpose) =>
    purpose === 'location' ||
    (purpose === 'tracking' ? config.data?.isTrackingOn : config.data?.isMarketingOn) === true
  return (
    <Section title={t('data.optional')}>
      <Loadable
        query={consents}
        skeleton={<Bones count={2} shape="row" />}
        messageOf={messageOfError}
      >
        {all => (
          <Card as="div" flush>
            {all
              .filter(({ purpose, standing }) => isOffered(purpose) || standing === 'given')
              .map(({ purpose, standing }) => (
                <OptionalConsent key={purpose} purpose={purpose} isGiven={standing === 'given'} />
              ))}
          </Card>
        )}
      </Loadable>
    </Section>
  )
}

function OptionalConsent({ purpose, isGiven }: { purpose: OptionalPurpose; isGiven: boolean }) {
  const [isPending, setPending] = useState(false)
  const queries = useQueryClient()
  async function turn(isOn: boolean) {
    if (isPending) return
    setPending(true)
    const noted = await answerOptional(purpose, isOn)
    if (!noted.ok) toast(messageOf(noted), 'bad')
    await queries.invalidateQueries()
    setPending(false)
  }
  const title = t(optionalTitles[purpose])
  return (
    <Item
      title={title}
      note={`${t(optionalTexts[purpose].question)} ${t(optionalTexts[purpose].more)}`}
      control={
        <Switch
          checked={isGiven}
          label={title}
          disabled={isPending}
          onChange={isOn => void turn(isOn)}
        />
      }
    />
  )
}

const names: Record<ConsentPurpose, MessageId> = {
  agreement: 'data.agreement',
  basic: kindWords.basic.name,
  work: kindWords.work.name,
  identity: kindWords.identity.name,
  face: kindWords.pictures.name,
  contacts: kindWords.contacts.name,
  'bank-account': kindWords['bank-account'].name,
  autopay: 'data.autopay',
  ...optionalTitles,
}

/** The consent ledger: every agreement, with the words that were on the page. */
export function Agreements({ consents }: { consents: Overview['consents'] }) {
  return (
    <Section title={t('data.agreed')}>
      <Card as="div" flush>
        {consents.map(consent => (
          <Fold
            key={`${consent.purpose} ${consent.givenAt.getTime()}`}
            title={t(names[consent.purpose])}
          >
            <Agreement consent={consent} />
          </Fold>
        ))}
      </Card>
    </Section>
  )
}

function Agreement({ consent }: { consent: Overview['consents'][number] }) {
  const { words, language, givenAt, withdrawnAt } = consent
  return (
    <Stack>
      <Note>
        {withdrawnAt
          ? t('data.agreed.ended', { given: day(givenAt), ended: day(withdrawnAt) })
          : t('data.agreed.given', { day: day(givenAt) })}
      </Note>
      <div lang={language}>
        {words.split('\n\n').map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Stack>
  )
}
