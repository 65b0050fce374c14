import { lazy, Suspense } from 'react'
import { messageOfError } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Loadable, type LoadableQuery } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import type { Entry } from './chain.ts'
import styles from './Ifsc.module.css'

/** Loaded only when a list is opened. */
const SearchList = lazy(() => import('./SearchList.tsx').then(m => ({ default: m.SearchList })))

type ChoiceSheetProps = {
  title: string
  query: LoadableQuery<readonly Entry[]>
  chosenId: string | undefined
  countOf: (shown: string, count: number) => string
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** One list of the chain, in its four states. */
export function ChoiceSheet(props: ChoiceSheetProps) {
  return (
    <Sheet title={props.title} tall onClose={props.onClose}>
      <Loadable
        query={props.query}
        skeleton={<ListBones />}
        messageOf={messageOfError}
        isEmpty={entries => entries.length === 0}
        empty={
          <Empty art="search" tight>
            {t('ifsc.none.here')}
          </Empty>
        }
      >
        {entries => (
          <Suspense fallback={<ListBones />}>
            <SearchList
              label={props.title}
              entries={entries}
              chosenId={props.chosenId}
              countOf={props.countOf}
              onChoose={props.onChoose}
            />
          </Suspense>
        )}
      </Loadable>
    </Sheet>
  )
}

function ListBones() {
  return (
    <div className={styles.waiting}>
      <Bone shape="field" />
      <Bones count={6} shape="row" />
    </div>
  )
}
