import { Link } from 'wouter'
import { contentName } from '#console/content-name.ts'
import { whichDay } from '#console/when.ts'
import { hasWord, say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Note } from '#web/ui/Type.tsx'
import { isLanguage, LANGUAGE_NAMES } from '#words/language.ts'

type Changed = NonNullable<Output<typeof proposal.open>['effect']['content']>

/** The text that a proposal is about, and its first day. */
export function ContentLink({ content: { item, title, fromDay } }: { content: Changed }) {
  const day = whichDay(startOfIndiaDay(fromDay))
  return (
    <Link href={`/content/${item}`}>
      {say('content.effect', { name: contentName(item, title), day })}
    </Link>
  )
}

/** Each part that changes, as it is and as it would be, in every language. */
export function ContentDifference(props: { before: readonly string[]; after: readonly string[] }) {
  const before = partsOf(props.before)
  const after = partsOf(props.after)
  return [...new Set([...after.keys(), ...before.keys()])].map(name => {
    const [part = '', language] = name.split(' ')
    const lang = isLanguage(language) ? language : undefined
    return (
      <div key={name} className="column">
        <p>
          <strong>{partText(part, lang && LANGUAGE_NAMES[lang])}</strong>
        </p>
        <div className="fields">
          <Side title={say('content.effect.before')} text={before.get(name)} lang={lang} />
          <Side title={say('content.effect.after')} text={after.get(name)} lang={lang} />
        </div>
      </div>
    )
  })
}

type SideProps = { title: string; text: string | undefined; lang: string | undefined }

function Side({ title, text, lang }: SideProps) {
  if (text === undefined) return null
  return (
    <div>
      <Note>{title}</Note>
      <blockquote className="quoted" lang={lang}>
        {text}
      </blockquote>
    </div>
  )
}

function partText(part: string, language: string | undefined): string {
  const id = [`content.part.${part}`, `content.effect.${part}`].find(hasWord)
  const name = id === undefined ? part : say(id)
  return language === undefined ? name : say('content.effect.part', { part: name, language })
}

/** The lines of an effect by the name before their colon. */
function partsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map(line => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
}
