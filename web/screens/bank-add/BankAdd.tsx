import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { directory } from '#contract/directory.ts'
import {
  accountTypingError,
  bankErrorOf,
  bankLettersOf,
  ifscTypingProblem,
  isIfsc,
  typedAccount,
  typedIfsc,
} from '#domain/identity/bank-account.ts'
import { useCall } from '#web/api/useCall.ts'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { paths } from '#web/paths.ts'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Form, Page, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Hint, TextLink } from '#web/ui/Type.tsx'
import { stillMissing } from '#web/verify/missing.ts'
import { ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import { type Account, useAdding } from './useAdding.ts'

/**
 * Adds a bank account to which payouts can be sent (specification §2, §5). `ifsc_code` fills the
 * first field.
 */
export function BankAddScreen() {
  const [search] = useSearchParams()
  const pid = search.get('pid') ?? ''
  const ifscInAddress = typedIfsc(search.get('ifsc_code') ?? '')
  const [entry, change, forget] = usePersonalDraft<Account>('bank-add', {
    bankCode: ifscInAddress,
    cardNo: '',
    confirmCardNo: '',
  })
  const letters = bankLettersOf(entry.bankCode)
  const { data: bank } = useCall(
    directory.bank,
    { code: letters ?? '' },
    { enabled: letters !== undefined },
  )
  const adding = useAdding({ pid, entry, bank, onDone: forget })
  const { problem } = adding

  // An IFSC from the finder replaces a typed one.
  useEffect(() => {
    if (ifscInAddress !== '') change({ bankCode: ifscInAddress })
  }, [ifscInAddress, change])

  function set(field: keyof Account) {
    return (value: string) => {
      change({ [field]: value })
      adding.changed(field)
    }
  }
  const typingErrorOf = (field: keyof Account) => {
    if (field !== 'bankCode') return accountTypingError(entry[field])
    const reason = ifscTypingProblem(entry.bankCode)
    return reason ? { reason } : bank && bankErrorOf(bank)
  }
  const errorOf = (field: keyof Account) => {
    const typing = typingErrorOf(field)
    return problem?.column === field ? problem.text : typing && inWords('answer', typing)
  }
  const branch = useBranchInWords(entry.bankCode, bank?.state === 'known')

  return (
    <Page>
      <TopBar title={t('common.title.bank-add')} back={paths.bank(pid)} />
      <Form onSubmit={() => void adding.submit()} label={t('common.title.bank-add')}>
        <Body>
          {problem && (
            <ProblemBanner answerTo={problem}>
              <p>{problem.text}</p>
              {problem.isEarlierStep && (
                <TextLink to={paths.auth(pid)}>{t('bank.go-to-verification')}</TextLink>
              )}
            </ProblemBanner>
          )}
          <Stack gap="loose">
            <TextField
              label={t('bank.ifsc-code')}
              name="bankCode"
              value={entry.bankCode}
              normalise={typedIfsc}
              onChange={set('bankCode')}
              error={errorOf('bankCode')}
              hint={branch ?? t('bank.ifsc-code.hint')}
            />
            <TextLink to={paths.ifsc({ pid })} state={{ from: 'bank-add' }}>
              {t('bank.forget-ifsc')}
            </TextLink>
            <TextField
              label={t('bank.account')}
              name="cardNo"
              inputMode="numeric"
              value={entry.cardNo}
              normalise={typedAccount}
              onChange={set('cardNo')}
              error={errorOf('cardNo')}
            />
            <TextField
              label={t('bank.confirm')}
              name="confirmCardNo"
              inputMode="numeric"
              value={entry.confirmCardNo}
              normalise={typedAccount}
              onChange={set('confirmCardNo')}
              error={errorOf('confirmCardNo')}
            />
          </Stack>
          <Hint icon="lock">{t('bank.privacy')}</Hint>
          <ConsentHint purpose="bank-account" />
        </Body>
        <ActionBar>
          <MainButton
            type="submit"
            pending={adding.isPending}
            missing={stillMissing([
              entry.bankCode === '' && t('bank.ifsc-code'),
              entry.cardNo === '' && t('bank.account'),
              entry.confirmCardNo === '' && t('bank.confirm'),
            ])}
          >
            {t('bank.add')}
          </MainButton>
        </ActionBar>
      </Form>
    </Page>
  )
}

/** The bank of a complete code, with its branch if the directory has it; undefined until known. */
function useBranchInWords(ifsc: string, hasKnownBank: boolean): string | undefined {
  const { data } = useCall(directory.branch, { ifsc }, { enabled: isIfsc(ifsc) && hasKnownBank })
  if (!data) return undefined
  const { bankName: bank, branch } = data
  return branch ? t('bank.branch', { bank, branch: branch.name, city: branch.city }) : bank
}
