import { useState } from 'react'
import { setLanguage, t } from '#web/locales/i18n.ts'
import { Sheet } from '#web/ui/Overlay.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import { toast } from '#web/ui/toast.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#words/language.ts'

/** Offers the languages of the app. A choice shows at once and is remembered. */
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
          const language = LANGUAGES.find(each => each === value)
          if (language) void choose(language)
        }}
        options={LANGUAGES.map(language => ({
          value: language,
          label: LANGUAGE_NAMES[language],
        }))}
      />
    </Sheet>
  )
}
