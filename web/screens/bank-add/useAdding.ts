import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { bank } from '#contract/bank.ts'
import type { Failure } from '#contract/client.ts'
import { type BankOfCode, readBankAccount } from '#domain/identity/bank-account.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'

export type Account = { bankCode: string; cardNo: string; confirmCardNo: string }

/**
 * The banner's text, the field it belongs to, and whether an earlier verification step is missing.
 */
export type Problem = {
  readonly text: string
  readonly column?: string
  readonly isEarlierStep?: boolean
}

type Adding = {
  pid: string
  entry: Account
  /** The bank of the code; undefined until it is known. */
  bank: BankOfCode | undefined
  onDone: () => void
}

/** Adds the account, once. */
export function useAdding({ pid, entry, bank: bankOfCode, onDone }: Adding) {
  const [problem, setProblem] = useState<Problem>()
  const { run, isPending } = useAction(bank.addCard)
  const goBack = useWayBack(pid)
  const queries = useQueryClient()

  async function submit(): Promise<void> {
    // The server knows the bank, if this page does not yet.
    const reading = readBankAccount(entry, bankOfCode ?? { state: 'known' })
    if ('error' in reading) {
      setProblem({ text: inWords('answer', reading.error), column: reading.error.column })
      return
    }
    setProblem(undefined)
    const result = await run({ ...entry, productId: pid === '' ? undefined : pid })
    if (!result) return
    if (result.ok) {
      onDone()
      const { holderName: holder } = result.data
      toast(holder === null ? t('bank.added.waits') : t('bank.added', { holder }), 'good', 1)
      queries.removeQueries({ queryKey: callKey(bank.cards) })
      goBack()
      return
    }
    track('add-bank-failed', result.msg)
    const failureProblem = problemOf(result)
    if (failureProblem) setProblem(failureProblem)
    // A failure without a field of its own is a toast (specification §8, "add bank").
    else toast(messageOf(result), 'bad')
  }

  return {
    submit,
    isPending,
    problem,
    changed: (field: keyof Account) =>
      setProblem(before => (before?.column === field ? undefined : before)),
  }
}

function problemOf(failure: Failure): Problem | undefined {
  const [error] = failure.errorColumn
  if (error) return { text: inWords('answer', error), column: error.column }
  if (failure.reason === 'ifsc-unknown') return { text: messageOf(failure), column: 'bankCode' }
  return failure.reason === 'verification-incomplete'
    ? { text: messageOf(failure), isEarlierStep: true }
    : undefined
}

/**
 * Returns to the list after an add (specification §4): back in the history if this page was opened
 * from it, else in this page's place.
 */
function useWayBack(pid: string): () => void {
  const [, navigate] = useLocation()
  const state = useHistoryState<{ from?: string } | null>()
  return () => {
    if (state?.from === 'bank') history.back()
    else navigate(paths.bank(pid), { replace: true })
  }
}
