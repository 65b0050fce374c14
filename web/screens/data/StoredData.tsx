import { useState } from 'react'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { useErasing } from './EraseAll.tsx'
import { erasable, kindWords, lawWords, type StoredItem, untilText } from './words.ts'

/** Lists the stored data by kind; each kind can be opened. */
export function StoredData({ items }: { items: readonly StoredItem[] }) {
  return (
    <Section title={t('data.held')}>
      <Card as="div" flush>
        {items.map(item => (
          <Fold key={`${item.kind} ${item.since.getTime()}`} title={t(kindWords[item.kind].name)}>
            <StoredKind item={item} />
          </Fold>
        ))}
      </Card>
    </Section>
  )
}

function StoredKind({ item }: { item: StoredItem }) {
  const [isAsking, setAsking] = useState(false)
  const what = erasable(item)
  return (
    <Stack>
      <p>{t(kindWords[item.kind].why)}</p>
      <KeyValues
        rows={[
          { label: t('data.since'), value: day(item.since) },
          { label: t('data.until'), value: untilText(item) },
        ]}
      />
      {item.law && <Note>{t(lawWords[item.law])}</Note>}
      {item.erasure === 'after-the-loan' && <Note>{t('data.erase.after-the-loan')}</Note>}
      {item.erasure === 'kept-by-law' && <Note>{t('data.erase.kept-by-law')}</Note>}
      {what && (
        <Button kind="secondary" small onPress={() => setAsking(true)}>
          {t('data.erase.one')}
        </Button>
      )}
      {isAsking && <EraseOne item={item} onClose={() => setAsking(false)} />}
    </Stack>
  )
}

function EraseOne({ item, onClose }: { item: StoredItem; onClose: () => void }) {
  const { erase, isPending } = useErasing(onClose)
  const what = erasable(item)
  const isSealed = item.erasure === 'sealed-away' && item.keptUntil !== null
  return (
    <Dialog
      title={t('data.erase.one.question', { kind: t(kindWords[item.kind].name) })}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" pending={isPending} onPress={() => what && void erase(what)}>
            {t('data.erase.one')}
          </Button>
        </>
      }
    >
      <p>
        {isSealed && item.keptUntil
          ? t('data.erase.one.sealed-away', { day: day(item.keptUntil) })
          : t('data.erase.one.at-once')}
      </p>
    </Dialog>
  )
}
