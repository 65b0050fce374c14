import * as v from 'valibot'
import { useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { DayField } from '#console/day-field.tsx'
import { useMay, useMe } from '#console/me.ts'
import { Propose } from '#console/Propose.tsx'
import { useStored } from '#console/stored.ts'
import { Verdict } from '#console/verdict.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { contentTexts, type staffContent } from '#contract/staff/content.ts'
import { proposal } from '#contract/staff/proposal.ts'
import {
  type ContentFault,
  contentFaults,
  contentKindOf,
  filledIn,
  hasOwnTitle,
  noticeFault,
  TITLE_MAX,
  tidied,
  type Wording,
} from '#domain/content.ts'
import { type Day, isDay } from '#domain/day.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { inEachLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#words/language.ts'

type ContentPage = Output<typeof staffContent.open>

const draftSchema = v.strictObject({
  texts: contentTexts,
  href: v.string(),
  untilDay: v.nullable(v.custom<Day>(value => typeof value === 'string' && isDay(value))),
})
type Draft = v.InferOutput<typeof draftSchema>

/** The draft of a text: typed in two languages at a time, judged, shown as a borrower reads it, and proposed. */
export function ContentDraft({ text, language }: { text: ContentPage; language: Language }) {
  const { item } = text
  const { staffId } = useMe()
  const may = useMay()
  const [stored, keep] = useStored(`${staffId}:${item}`, draftSchema)
  const draft = stored ?? presentAsDraft(text)
  const problems = problemsOf(text, draft)
  return (
    <>
      <h2>{say('content.draft')}</h2>
      <div className="split">
        <div className="column">
          <fieldset className="column" disabled={!may('content:propose')}>
            <Fields item={item} draft={draft} language={language} onChange={keep} />
          </fieldset>
          <Note>{placeholdersText(text)}</Note>
          <Verdict gate="content.gate" problems={problems} />
          {stored && (
            <div className="acts">
              <Note>{say('content.draft.kept')}</Note>
              <Button kind="secondary" small onPress={() => keep(undefined)}>
                {say('content.draft.discard')}
              </Button>
            </div>
          )}
          <Proposing
            text={text}
            draft={draft}
            isRefused={problems.length > 0}
            onProposed={() => keep(undefined)}
          />
        </div>
        <Preview text={text} draft={draft} language={language} />
      </div>
    </>
  )
}

/** The wording of today, or the program's, as a draft begins with it. */
function presentAsDraft({ item, given, versions }: ContentPage): Draft {
  const present = versions.find(({ isInEffect }) => isInEffect)
  const texts = present?.texts ?? (hasOwnTitle(item) ? {} : given)
  return {
    texts: inEachLanguage(language => ({
      title: hasOwnTitle(item) ? (texts[language]?.title ?? '') : '',
      body: texts[language]?.body ?? '',
    })),
    href: present?.href ?? '',
    untilDay: present?.untilDay ?? null,
  }
}

/** Every reason of the gate in words. */
function problemsOf({ item, given, placeholders, today }: ContentPage, draft: Draft): string[] {
  const faults = contentFaults(item, draft.texts, LANGUAGES, {
    placeholders: placeholders.map(({ name }) => name),
    texts: inEachLanguage(language => given[language]?.body ?? ''),
  })
  const frame = { fromDay: today, untilDay: draft.untilDay, href: hrefOf(draft) }
  const framed = contentKindOf(item) === 'notice' ? noticeFault(frame) : undefined
  return [...faults.map(faultText), ...(framed ? [say(`content.fault.${framed}`)] : [])]
}

function faultText({ reason, language, part, word }: ContentFault): string {
  return say('content.fault', {
    language: LANGUAGE_NAMES[language as Language],
    part: say(`content.part.${part}`),
    fault: say(`content.fault.${reason}`, { word }),
  })
}

const hrefOf = ({ href }: Draft) => (href.trim() === '' ? null : href.trim())

function placeholdersText({ placeholders }: ContentPage): string {
  if (placeholders.length === 0) return say('content.placeholders.none')
  const names = placeholders.map(({ name, values }) => `{${name}} (${values.en})`).join(', ')
  return say('content.placeholders', { names })
}

type FieldsProps = {
  item: string
  draft: Draft
  language: Language
  onChange: (draft: Draft) => void
}

function Fields({ item, draft, language, onChange }: FieldsProps) {
  const isNotice = contentKindOf(item) === 'notice'
  return (
    <>
      <div className="fields">
        {(['en', language] as const).map(each => (
          <LanguageFields
            key={each}
            item={item}
            language={each}
            wording={draft.texts[each]}
            onChange={wording => onChange({ ...draft, texts: { ...draft.texts, [each]: wording } })}
          />
        ))}
      </div>
      {isNotice && (
        <div className="fields">
          <DayField
            label={say('content.until')}
            value={draft.untilDay ?? undefined}
            onChange={untilDay => onChange({ ...draft, untilDay })}
          />
          <TextField
            label={say('content.href')}
            value={draft.href}
            onChange={href => onChange({ ...draft, href })}
            inputMode="url"
            maxLength={300}
          />
        </div>
      )}
    </>
  )
}

function LanguageFields(props: {
  item: string
  language: Language
  wording: Wording
  onChange: (wording: Wording) => void
}) {
  const { item, language, wording, onChange } = props
  const kind = contentKindOf(item)
  const named = (part: string) => `${part} (${LANGUAGE_NAMES[language]})`
  const isQuestion = kind === 'question'
  const isAnswer = isQuestion || kind === 'answer'
  return (
    <div className="column" lang={language}>
      {hasOwnTitle(item) && (
        <TextField
          label={named(say(isQuestion ? 'content.question.title' : 'content.title'))}
          value={wording.title}
          onChange={title => onChange({ ...wording, title })}
          maxLength={2 * TITLE_MAX}
        />
      )}
      <TextArea
        label={named(say(isAnswer ? 'content.question.body' : 'content.body'))}
        value={wording.body}
        onChange={body => onChange({ ...wording, body })}
        maxLength={4_000}
        rows={8}
      />
    </div>
  )
}

/** The text with its figures of today, in both languages. */
function Preview({
  text,
  draft,
  language,
}: {
  text: ContentPage
  draft: Draft
  language: Language
}) {
  const { item, given, placeholders } = text
  return (
    <section className="column" aria-labelledby="preview-title">
      <h2 id="preview-title">{say('content.preview')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section className="phone" aria-label={say('content.preview.phone')} tabIndex={0}>
        {(['en', language] as const).map(each => {
          const values = Object.fromEntries(
            placeholders.map(({ name, values: all }) => [name, all[each] ?? '']),
          )
          const { title, body } = draft.texts[each]
          const shown = hasOwnTitle(item) ? title : (given[each]?.title ?? '')
          return (
            <div key={each} className="column" lang={each}>
              {shown !== '' && <h3>{filledIn(shown, values)}</h3>}
              <p>{filledIn(body, values)}</p>
            </div>
          )
        })}
      </section>
    </section>
  )
}

function Proposing(props: {
  text: ContentPage
  draft: Draft
  isRefused: boolean
  onProposed: () => void
}) {
  const { text, draft, isRefused } = props
  const { item, today, proposed, versions } = text
  const kind = contentKindOf(item)
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const waits = proposed ? say('content.propose.waits') : undefined
  const gate = isRefused ? say('content.propose.gate') : undefined
  const hasLater = versions.some(({ fromDay }) => fromDay > today)
  const isUnchanged = !hasLater && isSame(presentAsDraft(text), draft)
  const same = isUnchanged ? say('content.propose.same') : undefined
  async function submit(fromDay: Day, why: string, isEnd = false): Promise<boolean> {
    const wording = isEnd
      ? { texts: null, href: null, untilDay: null }
      : { texts: draft.texts, href: hrefOf(draft), untilDay: draft.untilDay }
    if (!(await act(proposal.changeContent, { item, ...wording, fromDay, why }))) return false
    if (!isEnd) props.onProposed()
    navigate('/proposals')
    return true
  }
  const isLate = (fromDay: Day) =>
    draft.untilDay !== null && draft.untilDay < fromDay ? say('content.fault.until') : undefined
  return (
    <>
      <Propose
        by="content:propose"
        today={today}
        title="content.propose"
        about={item}
        hindrance={waits ?? gate ?? same}
        hindranceOn={isLate}
        submit={submit}
        isPending={isPending}
        problem={problem}
      />
      {versions.some(each => each.texts && (each.isInEffect || each.fromDay > today)) && (
        <details>
          <summary>{say(`content.end.${kind}`)}</summary>
          <Propose
            by="content:propose"
            today={today}
            title={`content.end.${kind}`}
            about={item}
            hindrance={waits}
            submit={(fromDay, why) => submit(fromDay, why, true)}
            isPending={isPending}
            problem={problem}
          />
        </details>
      )}
    </>
  )
}

/** Whether two drafts say the same. */
function isSame(a: Draft, b: Draft): boolean {
  const texts = LANGUAGES.every(language => {
    const before = tidied(a.texts[language])
    const after = tidied(b.texts[language])
    return before.title === after.title && before.body === after.body
  })
  return texts && a.untilDay === b.untilDay && hrefOf(a) === hrefOf(b)
}
