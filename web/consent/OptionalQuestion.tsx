import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Result } from '#contract/client.ts'
import { content } from '#contract/content.ts'
import { device } from '#contract/device.ts'
import type { OptionalPurpose } from '#domain/accounts/consent.ts'
import { call } from '#web/api/call.ts'
import { callKey, useCall } from '#web/api/useCall.ts'
import { allowAdIds } from '#web/device/ad-ids.ts'
import { collectLocation } from '#web/device/location.ts'
import { TRACKING_CONSENT } from '#web/device/tracking-store.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'

type QuestionProps = { purpose: OptionalPurpose; onAnswered: (isGiven: boolean) => void }

/**
 * Asks once for an optional consent. Yes and No have the same size and colour, and neither is
 * preselected (CCPA 2023).
 */
export function OptionalQuestion({ purpose, onAnswered }: QuestionProps) {
  const [isPending, setPending] = useState(false)
  async function answer(isGiven: boolean) {
    if (isPending) return
    setPending(true)
    const noted = await answerOptional(purpose, isGiven)
    setPending(false)
    if (noted.ok) onAnswered(isGiven)
  }
  return (
    <Card flush label={t(optionalTitles[purpose])}>
      <Card as="div" plain>
        <h3>{t(optionalTitles[purpose])}</h3>
        <Note>{t(optionalTexts[purpose].question)}</Note>
        <Row>
          <Button kind="secondary" grow pending={isPending} onPress={() => void answer(false)}>
            {t('consent.no')}
          </Button>
          <Button kind="secondary" grow pending={isPending} onPress={() => void answer(true)}>
            {t('consent.yes')}
          </Button>
        </Row>
      </Card>
      <Fold title={t('consent.more')}>
        <Note>{t(optionalTexts[purpose].more)}</Note>
      </Fold>
    </Card>
  )
}

/** The title of each optional consent, and its exact words: the question and the folded part. */
export const optionalTitles: Record<OptionalPurpose, MessageId> = {
  location: 'consent.question.location',
  tracking: 'consent.question.tracking',
  marketing: 'consent.question.marketing',
}
export const optionalTexts: Record<OptionalPurpose, { question: MessageId; more: MessageId }> = {
  location: { question: 'consent.location', more: 'consent.location.more' },
  tracking: { question: 'consent.tracking', more: 'consent.tracking.more' },
  marketing: { question: 'consent.marketing', more: 'consent.marketing.more' },
}

/** Sends a yes or a no; if it arrived, starts or ends the use that it allows. */
export async function answerOptional(
  purpose: OptionalPurpose,
  isGiven: boolean,
): Promise<Result<unknown>> {
  const result = await call(device.answerConsent, { purpose, isGiven })
  if (result.ok && purpose === 'tracking') dispatchEvent(new Event(TRACKING_CONSENT))
  if (result.ok && purpose === 'marketing') allowAdIds(isGiven)
  return result
}

/** The optional consents. This device follows those given or withdrawn on another one. */
export function useConsents() {
  const consents = useCall(device.consents, {})
  const marketing = consents.data?.find(({ purpose }) => purpose === 'marketing')?.standing
  useEffect(() => {
    if (marketing !== undefined) allowAdIds(marketing === 'given')
  }, [marketing])
  return consents
}

/**
 * Asks for the location, usage reports and, if the lender wants it, advertisements: one question at
 * a time, each once, and never for a feature that is switched off. It is on pages where the
 * borrower has nothing else to do. The browser asks for the location only after a yes.
 */
export function AskOnce() {
  const queries = useQueryClient()
  const consents = useConsents()
  const config = useCall(content.config, {})
  const isOn = {
    location: true,
    tracking: config.data?.isTrackingOn,
    marketing: config.data?.isMarketingOn,
  }
  const open = (['location', 'tracking', 'marketing'] as const).find(
    each =>
      isOn[each] &&
      consents.data?.some(({ purpose, standing }) => purpose === each && standing === 'not-asked'),
  )
  if (!open) return null
  function answered(isGiven: boolean) {
    if (open === 'location' && isGiven) void collectLocation({ mayAsk: true })
    void queries.invalidateQueries({ queryKey: callKey(device.consents) })
  }
  return <OptionalQuestion key={open} purpose={open} onAnswered={answered} />
}
