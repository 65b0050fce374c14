import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { messageOfError } from '#web/api/useCall.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { PickField } from '#web/ui/PickField.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Hint } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { ChoiceSheet } from './ChoiceSheet.tsx'
import {
  type Chain,
  type Entry,
  grouped,
  isOpen,
  type Level,
  levels,
  nothingChosen,
  withChoice,
} from './chain.ts'
import styles from './Ifsc.module.css'
import { useDirectory } from './useDirectory.ts'

/**
 * Finds the code of a branch: bank, then state, city and branch, each from a searchable list
 * (specification §2, §4).
 */
export function IfscScreen() {
  const [search] = useSearchParams()
  const pid = search.get('pid') ?? ''
  const [chain, change, forget] = usePersonalDraft<Chain>('ifsc', nothingChosen)
  const [open, setOpen] = useState<Level>()
  const { lists, lacksBranches } = useDirectory(chain)
  const takeBack = useReturnWithCode(pid)

  function choose(level: Level, entry: Entry | undefined) {
    change(withChoice(chain, level, entry))
    setOpen(undefined)
  }

  function accept(ifsc: string) {
    forget()
    takeBack(ifsc)
  }

  return (
    <Page>
      <TopBar title={t('common.title.ifsc')} back={paths.bankAdd({ pid })} />
      <Body>
        <p>{t('ifsc.lead')}</p>
        <Loadable
          query={lists.bank}
          skeleton={<FieldBones />}
          messageOf={messageOfError}
          isEmpty={banks => banks.length === 0}
          empty={<NoDirectory pid={pid} />}
        >
          {() => <Fields chain={chain} lacksBranches={lacksBranches} onOpen={setOpen} />}
        </Loadable>
        {lacksBranches && chain.bank ? (
          <Stack>
            <Banner>{t('ifsc.lacks', { bank: chain.bank.name })}</Banner>
            <ByHand pid={pid} />
          </Stack>
        ) : (
          <Hint icon="info">{t('ifsc.where')}</Hint>
        )}
      </Body>
      {open && (
        <ChoiceSheet
          title={titleOf(open, chain)}
          query={lists[open]}
          chosenId={chain[open]?.id}
          countOf={(shown, count) => t(counts[open], { shown, count })}
          onChoose={entry => choose(open, entry)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {chain.branch && !open && (
        <CodeDialog chain={chain} onYes={accept} onFindAgain={() => choose('branch', undefined)} />
      )}
    </Page>
  )
}

const names: Record<Level, MessageId> = {
  bank: 'ifsc.bank',
  state: 'ifsc.state',
  city: 'ifsc.city',
  branch: 'ifsc.branch',
}
const counts: Record<Level, MessageId> = {
  bank: 'ifsc.count.banks',
  state: 'ifsc.count.states',
  city: 'ifsc.count.cities',
  branch: 'ifsc.count.branches',
}

function titleOf(level: Level, { state, city }: Chain): string {
  if (level === 'city' && state) return t('ifsc.city.of', { state: state.name })
  if (level === 'branch' && city) return t('ifsc.branch.of', { city: city.name })
  return t(names[level])
}

const BANK_ALONE: readonly Level[] = ['bank']

type FieldsProps = { chain: Chain; lacksBranches: boolean; onOpen: (level: Level) => void }

function Fields({ chain, lacksBranches, onOpen }: FieldsProps) {
  return (
    <Stack gap="loose">
      {(lacksBranches ? BANK_ALONE : levels).map(level => (
        <PickField
          key={level}
          label={t(names[level])}
          value={chain[level]?.name ?? ''}
          placeholder={t('ui.choose')}
          disabled={!isOpen(chain, level)}
          onPress={() => onOpen(level)}
        />
      ))}
    </Stack>
  )
}

function FieldBones() {
  return (
    <Stack gap="loose">
      <Bones count={levels.length} shape="field" />
    </Stack>
  )
}

function NoDirectory({ pid }: { pid: string }) {
  return (
    <Empty art="bank" action={<ByHand pid={pid} />}>
      {t('ifsc.none.here')}
    </Empty>
  )
}

function ByHand({ pid }: { pid: string }) {
  return (
    <ButtonLink kind="secondary" to={paths.bankAdd({ pid })}>
      {t('ifsc.by-hand')}
    </ButtonLink>
  )
}

/**
 * Returns to the add page with a code. If that page is before this one in the history, it goes
 * back, so that Back does not lead through the finder again; otherwise it replaces this page.
 */
function useReturnWithCode(pid: string): (ifsc: string) => void {
  const [, navigate] = useLocation()
  const state = useHistoryState<{ from?: string } | null>()
  return ifsc => {
    const target = paths.bankAdd({ pid, ifscCode: ifsc })
    if (state?.from !== 'bank-add') {
      navigate(target, { replace: true })
      return
    }
    // The add page's own state, which says where it was opened from, is available once the history
    // has gone back.
    addEventListener('popstate', () => navigate(target, { replace: true, state: history.state }), {
      once: true,
    })
    history.back()
  }
}

/** Confirms before a code is used, because the money is sent to that branch (specification §2). */
function CodeDialog(props: {
  chain: Chain
  onYes: (ifsc: string) => void
  onFindAgain: () => void
}) {
  const { state, city, branch } = props.chain
  const ifsc = branch?.note ?? ''
  return (
    <Dialog
      title={t('ifsc.question')}
      onClose={props.onFindAgain}
      actions={
        <>
          <Button kind="secondary" onPress={props.onFindAgain}>
            {t('ifsc.re-find')}
          </Button>
          <Button kind="main" onPress={() => props.onYes(ifsc)}>
            {t('ifsc.yes')}
          </Button>
        </>
      }
    >
      <p className={styles.code}>{grouped(ifsc)}</p>
      <KeyValues
        rows={[
          { label: t('ifsc.state'), value: state?.name },
          { label: t('ifsc.district'), value: city?.name },
          { label: t('ifsc.branch'), value: branch?.name },
        ]}
      />
    </Dialog>
  )
}
