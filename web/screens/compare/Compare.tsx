import { useEffect, useRef } from 'react'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Form, Page, Stack } from '#web/ui/Layout.tsx'
import { Hint } from '#web/ui/Type.tsx'
import { OfferFields } from './OfferFields.tsx'
import { TrueCost } from './TrueCost.tsx'
import { useComparing } from './useComparing.ts'

/** What a loan of another lender really costs, reckoned from the figures on its paper. For anybody, signed in or not. Ours. */
export function CompareScreen() {
  const { entry, change, errors, reckon, isPending, answer } = useComparing()
  const fields = useRef<HTMLDivElement>(null)
  const { shown } = errors
  useEffect(() => {
    const [first] = shown
    if (first) fields.current?.querySelector<HTMLInputElement>(`[name=${first.column}]`)?.focus()
  }, [shown])

  return (
    <Page>
      <TopBar title={t('common.title.compare')} back={paths.home()} />
      <Body>
        <p>{t('compare.lead')}</p>
        <Form onSubmit={() => void reckon()} label={t('common.title.compare')}>
          <div ref={fields}>
            <Stack gap="loose">
              <OfferFields entry={entry} onChange={change} errorOf={errors.of} />
              <Hint icon="lock">{t('compare.privacy')}</Hint>
              <Button type="submit" kind="main" wide pending={isPending}>
                {t('compare.do')}
              </Button>
            </Stack>
          </div>
        </Form>
        <div role="status">{answer && <TrueCost answer={answer} />}</div>
      </Body>
    </Page>
  )
}
