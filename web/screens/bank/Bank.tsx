import { useLocation, useSearchParams } from 'wouter'
import { bank } from '#contract/bank.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Hint } from '#web/ui/Type.tsx'
import { BankCard } from './BankCard.tsx'

/**
 * The borrower's bank accounts; choosing one returns to the apply page with it (specification §2).
 */
export function BankScreen() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const pid = search.get('pid') ?? ''
  const cards = useCall(bank.cards, pid === '' ? {} : { productId: pid })

  function choose(bankId: string) {
    navigate(pid === '' ? paths.home() : paths.productDetail(pid, { bankId }), { replace: true })
  }
  // The add page goes back in the history only if it was opened from here.
  const add = () => navigate(paths.bankAdd({ pid }), { state: { from: 'bank' } })

  return (
    <Page>
      <TopBar
        title={t('common.title.bank')}
        back={pid === '' ? paths.home() : paths.productDetail(pid)}
      />
      <Loadable query={cards} skeleton={<BankBones />} messageOf={messageOfError}>
        {data => (
          <>
            <Body>
              {data.length === 0 ? (
                <Empty art="bank" title={t('bank.none')}>
                  {t('bank.none.text')}
                </Empty>
              ) : (
                <>
                  <p>{t('bank.choose')}</p>
                  <Stack>
                    {data.map((card, index) => (
                      <BankCard
                        key={card.id}
                        card={card}
                        index={index}
                        onChoose={() => choose(card.id)}
                      />
                    ))}
                  </Stack>
                  <Hint icon="lock">{t('bank.masked')}</Hint>
                </>
              )}
            </Body>
            <ActionBar>
              <Button kind="main" wide icon="add" onPress={add}>
                {t('common.title.bank-add')}
              </Button>
            </ActionBar>
          </>
        )}
      </Loadable>
    </Page>
  )
}

function BankBones() {
  return (
    <Body>
      <Stack>
        <Bones count={2} shape="card" />
      </Stack>
    </Body>
  )
}
