import { useEffect, useState } from 'react'
import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { readStored, writeStored } from '#web/device/storage.ts'
import { t } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { Button } from '#web/ui/Button.tsx'
import { OutsideButton } from '#web/ui/OutsideButton.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { KeyValues } from '#web/ui/Values.tsx'

type Config = Output<typeof content.config>
/** The parts of the configuration that hold notices. */
export type Notices = Pick<Config, 'notices' | 'messages'>
type Notice = Config['notices'][number] | Config['messages'][number]

const STORED_AS = 'notices.read'

/**
 * Informs every visitor once that the product's address changes (specification §1), and shows the
 * lender's notices, in the lender's name and the visitor's language.
 */
export function DomainChange({ initial }: { initial: Notices | undefined }) {
  const language = useLanguage()
  const [shown, setShown] = useState(initial)
  const [readIds, setReadIds] = useState(() => readStored(STORED_AS) ?? '')
  const [initialLanguage] = useState(language)

  useEffect(() => {
    if (!initial || allOf(initial).length === 0) return
    if (language === initialLanguage) setShown(initial)
    else void call(content.config, {}).then(answer => answer.ok && setShown(answer.data))
  }, [initial, initialLanguage, language])

  const notice = allOf(shown).find(({ id }) => !readIds.split('\n').includes(id))
  if (!notice) return null
  function close(): void {
    if (!notice) return
    const next = `${readIds}\n${notice.id}`
    writeStored(STORED_AS, next)
    setReadIds(next)
  }
  return <NoticeDialog notice={notice} onClose={close} />
}

function allOf(shown: Notices | undefined): readonly Notice[] {
  return shown ? [...shown.notices, ...shown.messages] : []
}

function NoticeDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  return (
    <Dialog
      title={notice.title}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t('device.notice.read')}
          </Button>
          {notice.href !== null && (
            <OutsideButton href={notice.href} onPress={onClose}>
              {t('device.notice.go')}
            </OutsideButton>
          )}
        </>
      }
    >
      <p>{notice.content}</p>
      <KeyValues
        rows={[
          { label: t('device.notice.lender'), value: notice.lenderName },
          notice.kind === 'domain-change' &&
            notice.directoryRow !== null && {
              label: t('device.notice.row'),
              value: notice.directoryRow,
            },
          notice.kind === 'domain-change' && {
            label: t('device.notice.address'),
            value: notice.href,
          },
        ]}
      />
    </Dialog>
  )
}
