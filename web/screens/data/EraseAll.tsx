import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ownData } from '#contract/own-data.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { clearCredentials } from '#web/device/credentials.ts'
import { endPush } from '#web/device/push.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { Note, Strong } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Erasable, kindWords, type Overview, type StoredItem, untilText } from './words.ts'

/** Erases all that may be erased. First it lists what is erased, and what is kept until when. */
export function EraseAll({ overview }: { overview: Overview }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('data.all')}>
      <Stack>
        <Note>{t('data.all.text')}</Note>
        <Button kind="dangerous" wide onPress={() => setAsking(true)}>
          {t('data.all')}
        </Button>
      </Stack>
      {isAsking && <Question overview={overview} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Question({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { erase, isPending } = useErasing(onClose)
  const { items, closesAccount } = overview
  const erased = items.filter(item => closesAccount || isErasable(item))
  const leavesCopy = items.filter(item => item.erasure === 'sealed-away')
  const stays = items.filter(item => !erased.includes(item) && !leavesCopy.includes(item))
  const canErase = erased.length + leavesCopy.length > 0
  return (
    <Dialog
      title={t('data.all.question')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {canErase ? t('ui.cancel') : t('ui.close')}
          </Button>
          {canErase && (
            <Button kind="danger" pending={isPending} onPress={() => void erase('everything')}>
              {t('data.all')}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {closesAccount && <p>{t('data.all.closes')}</p>}
        {!canErase && <p>{t('data.all.none')}</p>}
        {erased.length > 0 && (
          <div>
            <Strong>{t('data.all.goes')}</Strong>
            <p>{namesOf(erased)}</p>
          </div>
        )}
        <StoredItems title={t('data.all.copy')} items={leavesCopy} />
        <StoredItems title={t('data.all.stays')} items={stays} />
      </Stack>
    </Dialog>
  )
}

/** Lists the kept data with its last day. */
function StoredItems({ title, items }: { title: string; items: readonly StoredItem[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <Strong>{title}</Strong>
      {byEnd(items).map(({ until, kinds }) => (
        <div key={until}>
          <p>{kinds}</p>
          <Note>
            {t('data.until')}: {until}
          </Note>
        </div>
      ))}
    </div>
  )
}

/** Groups the kept data by its last day. */
function byEnd(stays: readonly StoredItem[]): { until: string; kinds: string }[] {
  const ends = [...new Set(stays.map(untilText))]
  return ends.map(until => ({
    until,
    kinds: namesOf(stays.filter(item => untilText(item) === until)),
  }))
}

function namesOf(items: readonly StoredItem[]): string {
  return items.map(({ kind }) => t(kindWords[kind].name)).join(', ')
}

/** Whether nothing of an item is left once it is erased. */
function isErasable({ kind, erasure }: StoredItem): boolean {
  return erasure === 'at-once' && kind !== 'number' && kind !== 'loans'
}

/**
 * Erases, once. If the account was erased too, it signs out; otherwise everything is fetched again.
 */
export function useErasing(onDone: () => void) {
  const { run, isPending } = useAction(ownData.erase)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function erase(what: Erasable | 'everything') {
    if (what === 'notifications' || what === 'everything') await endPush()
    const result = await run({ what })
    if (!result) return
    onDone()
    if (!result.ok) return toast(messageOf(result), 'bad')
    if (result.data.isAccountClosed) {
      navigate(paths.login())
      clearCredentials()
      return toast(t('data.all.closed'), 'good', 1)
    }
    await queries.invalidateQueries()
    toast(t('data.all.done'), 'good')
  }
  return { erase, isPending }
}
