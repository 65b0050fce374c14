import { useState } from 'react'
import { ownData } from '#contract/own-data.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { saveFile } from '#web/device/save-file.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { dataFile } from './data-file.ts'

/**
 * Downloads all data as a file, for a person or for a program. The file is created on this device
 * and sent nowhere.
 */
export function DownloadData() {
  const { run, isPending } = useAction(ownData.download)
  const [form, setForm] = useState<'html' | 'json'>()

  async function take(form: 'html' | 'json') {
    setForm(form)
    const result = await run({})
    if (!result) return
    if (!result.ok) return toast(messageOf(result), 'bad')
    const { name, type, text } = dataFile(form, result.data)
    saveFile(name, [text], type)
    toast(t('data.take.done'), 'good')
  }

  return (
    <Section title={t('data.take')}>
      <Stack>
        <Note>{t('data.take.text')}</Note>
        <Button
          kind="secondary"
          wide
          pending={isPending && form === 'html'}
          onPress={() => void take('html')}
        >
          {t('data.take.readable')}
        </Button>
        <Button
          kind="secondary"
          wide
          pending={isPending && form === 'json'}
          onPress={() => void take('json')}
        >
          {t('data.take.machine')}
        </Button>
      </Stack>
    </Section>
  )
}
