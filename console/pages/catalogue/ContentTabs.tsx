import * as v from 'valibot'
import { Link } from 'wouter'
import { useStored } from '#console/stored.ts'
import { say, type WordId } from '#console/words.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#words/language.ts'

const TABS: readonly (readonly [path: string, name: WordId])[] = [
  ['/content', 'content.kind.answer'],
  ['/content/about', 'content.kind.about'],
  ['/content/notice', 'content.kind.notice'],
  ['/content/feedback', 'content.area.feedback'],
  ['/content/legal', 'content.area.legal'],
  ['/content/messages', 'content.area.messages'],
]

/** The parts of the content, each on a page of its own. */
export function ContentTabs({ at }: { at: string }) {
  return (
    <nav className="tabs" aria-label={say('nav.content')}>
      {TABS.map(([path, name]) => (
        <Link
          key={path}
          className="tab"
          href={path}
          aria-current={path === at ? 'page' : undefined}
        >
          {say(name)}
        </Link>
      ))}
    </nav>
  )
}

const OTHERS = LANGUAGES.filter((each): each is Exclude<Language, 'en'> => each !== 'en')
const languageSchema = v.picklist(OTHERS)

/** The language beside English, which this device keeps, and the field that chooses it. */
export function useSecondLanguage() {
  const [stored, keep] = useStored('second-language', languageSchema)
  const language = stored ?? 'hi'
  const field = (
    <SelectField
      label={say('content.language')}
      value={language}
      placeholder={null}
      onChange={value => keep(OTHERS.find(each => each === value))}
      options={OTHERS.map(each => ({ value: each, label: LANGUAGE_NAMES[each] }))}
    />
  )
  return { language, field }
}
