import { useState } from 'react'
import { setLanguage, t } from '#web/locales/i18n.ts'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import { toast } from '#web/ui/toast.ts'
import type { MessageId } from '#words/catalogues.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

/** English or Hindi. The page turns to it at once, and stays with it. */
export function LanguageSheet(props: { current: Language; onClose: () => void }) {
  const [chosen, setChosen] = useState<Language>(props.current)
  async function choose(language: Language) {
    setChosen(language)
    try {
      await setLanguage(language)
      props.onClose()
    } catch {
      setChosen(props.current)
      toast(t('account.language.failed'), 'bad')
    }
  }
  return (
    <Sheet title={t('account.language')} padded onClose={props.onClose}>
      <Choices
        legend={t('account.language.legend')}
        asField
        name="language"
        value={chosen}
        onChange={value => {
          const language = LANGUAGES.find(known => known === value)
          if (language) void choose(language)
        }}
        options={LANGUAGES.map(language => ({
          value: language,
          label: t(languageNames[language]),
        }))}
      />
    </Sheet>
  )
}

/** Each language by its own name, so that whoever needs it can read it. */
export const languageNames: Record<Language, MessageId> = {
  en: 'account.language.en',
  hi: 'account.language.hi',
}
