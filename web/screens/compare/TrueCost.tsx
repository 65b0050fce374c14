import { useEffect, useRef } from 'react'
import { messageOf } from '#web/api/failures.ts'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import type { Answer } from './useComparing.ts'

/** What was reckoned, brought into view: the APR before everything else, and what it means. */
export function TrueCost({ answer }: { answer: Answer }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what the page shows
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
