import { useEffect, useRef, useState } from 'react'
import type { Result } from '#contract/client.ts'
import { comparison } from '#contract/comparison.ts'
import type { Output } from '#contract/endpoint.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Form, Page, Stack } from '#web/ui/Layout.tsx'
import { Amount, Hint, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { useFieldErrors } from '#web/verify/useFieldErrors.ts'
import { money, moneyWhole, percent } from '#words/format.ts'
import { OfferFields } from './OfferFields.tsx'
import { type Entry, type Fault, readOffer } from './read-offer.ts'

/**
 * Computes the true cost of another lender's loan from the figures of its offer, for everybody,
 * signed in or not (our addition).
 */
export function CompareScreen() {
  const { entry, change, errors, compute, isPending, answer } = useComparing()
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
        <Form onSubmit={() => void compute()} label={t('common.title.compare')}>
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

/** The result, scrolled into view: the APR first, with its meaning. */
function TrueCost({ answer }: { answer: Answer }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer scrolls into view
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [answer])
  return (
    <div ref={place}>
      {answer.ok ? <Cost cost={answer.data} /> : <Banner tone="bad">{messageOf(answer)}</Banner>}
    </div>
  )
}

function Cost({
  cost: { apr, arriveAmount, repaymentAmount, cost, gstFee },
}: {
  cost: Extract<Answer, { ok: true }>['data']
}) {
  return (
    <Stack>
      <Card as="div">
        <div>
          <Note>{t('compare.apr')}</Note>
          <Amount>{percent(apr)}</Amount>
        </div>
        <KeyValues
          rows={[
            {
              label: t('loan.receive'),
              value: money(arriveAmount),
              ...(gstFee > 0 && { note: t('compare.gst.within', { gst: money(gstFee) }) }),
            },
            { label: t('loan.repay'), value: money(repaymentAmount) },
            { label: t('loan.costs'), value: money(cost), tone: 'sum' },
          ]}
        />
      </Card>
      <p>{t('compare.apr.means')}</p>
      <Note>{t('compare.apr.other')}</Note>
    </Stack>
  )
}

type Answer = Result<Output<typeof comparison.trueCost>>

const NOTHING: Entry = {
  amount: '',
  charges: '',
  isGstAdded: false,
  instalment: '',
  instalments: '',
  often: 'month',
  days: '',
}

/**
 * Holds the form and its answer. The answer disappears when a figure changes, since it would belong
 * to another loan. Neither is stored.
 */
function useComparing() {
  const [entry, setEntry] = useState(NOTHING)
  const [answer, setAnswer] = useState<Answer>()
  const errors = useFieldErrors()
  const { run, isPending } = useAction(comparison.trueCost)

  function change(part: Partial<Entry>): void {
    setEntry(before => ({ ...before, ...part }))
    setAnswer(undefined)
    for (const column of Object.keys(part)) errors.changed(column)
  }

  async function compute(): Promise<void> {
    const read = readOffer(entry)
    errors.show('faults' in read ? read.faults.map(inWords) : [])
    if ('offer' in read) setAnswer(await run(read.offer))
  }

  return { entry, change, errors, compute, isPending, answer }
}

function inWords(fault: Fault) {
  const msg =
    'maxPaise' in fault
      ? t('compare.fault.amount', { most: moneyWhole(fault.maxPaise) })
      : t('compare.fault.count', { most: fault.maxCount })
  return { column: fault.column, msg }
}
