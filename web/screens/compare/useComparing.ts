import { useState } from 'react'
import type { Result } from '#contract/client.ts'
import { comparison } from '#contract/comparison.ts'
import type { Output } from '#contract/endpoint.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { useFieldErrors } from '#web/verify/useFieldErrors.ts'
import { moneyWhole } from '#words/format.ts'
import { type Entry, type Fault, readOffer } from './read-offer.ts'

export type Answer = Result<Output<typeof comparison.trueCost>>

const NOTHING: Entry = {
  ...{ amount: '', charges: '', isGstAdded: false, instalment: '', instalments: '' },
  ...{ often: 'month', days: '' },
}

/** The form and its answer, which goes as soon as a figure changes: it would be that of another loan. Neither is kept anywhere. */
export function useComparing() {
  const [entry, setEntry] = useState(NOTHING)
  const [answer, setAnswer] = useState<Answer>()
  const errors = useFieldErrors()
  const { run, isPending } = useAction(comparison.trueCost)

  function change(part: Partial<Entry>): void {
    setEntry(before => ({ ...before, ...part }))
    setAnswer(undefined)
    for (const column of Object.keys(part)) errors.changed(column)
  }

  async function reckon(): Promise<void> {
    const read = readOffer(entry)
    errors.show('faults' in read ? read.faults.map(inWords) : [])
    if ('offer' in read) setAnswer(await run(read.offer))
  }

  return { entry, change, errors, reckon, isPending, answer }
}

function inWords(fault: Fault) {
  const msg =
    'mostPaise' in fault
      ? t('compare.fault.amount', { most: moneyWhole(fault.mostPaise) })
      : t('compare.fault.count', { most: fault.mostCount })
  return { column: fault.column, msg }
}
