import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useDraft } from '#console/draft.ts'
import { Problem } from '#console/parts.tsx'
import { Verdict } from '#console/verdict.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { type DraftContent, products } from '#contract/staff/product.ts'
import { TERM_NAMES } from '#domain/lending/draft-figures.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#words/language.ts'

type Draft = NonNullable<Output<typeof products.open>['draft']>
type Change = (changes: Partial<DraftContent>) => void
/** The parts of the draft that a proposal needs. */
type State = { revision: number; isSaved: boolean; problems: readonly string[] }

type EditorProps = {
  productId: string
  draft: Draft
  mayEdit: boolean
  /** Reads the saved draft again. */
  onReload: () => Promise<Draft | undefined>
  propose: (state: State) => ReactNode
}

/** Every term and text of a draft, saved while it is typed, with the verdict of the publish gate. */
export function DraftEditor(props: EditorProps) {
  const [loaded, setLoaded] = useState(props.draft)
  return (
    <Editor
      key={loaded.revision}
      {...props}
      draft={loaded}
      onLoad={async () => {
        const saved = await props.onReload()
        if (saved) setLoaded(saved)
      }}
    />
  )
}

function Editor({
  productId,
  draft,
  mayEdit,
  propose,
  onLoad,
}: EditorProps & { onLoad: () => Promise<void> }) {
  const { content, revision, problems, saving, change, save } = useDraft(productId, draft)
  const { savedBy, savedAt } = draft
  return (
    <>
      <Note>{say('product.by', { who: savedBy, when: when(savedAt) })}</Note>
      {saving.state === 'conflict' && (
        <Banner tone="bad">
          <p>{say('product.conflict')}</p>
          <Button kind="secondary" small onPress={() => void onLoad()}>
            {say('product.conflict.load')}
          </Button>
        </Banner>
      )}
      {saving.state === 'failed' && (
        <Banner tone="bad">
          <p>{say('product.unsaved', { why: saving.why ?? '' })}</p>
          <Button kind="secondary" small onPress={() => void save()}>
            {say('product.save.again')}
          </Button>
        </Banner>
      )}
      <Verdict gate="product.gate" problems={problems} />
      <fieldset disabled={!mayEdit} className="column">
        <Terms content={content} change={change} />
        {LANGUAGES.map(language => (
          <Texts key={language} language={language} content={content} change={change} />
        ))}
      </fieldset>
      <p role="status">
        {saving.state === 'saving' && say('product.saving')}
        {saving.state === 'saved' && say('product.saved')}
      </p>
      <h2>{say('product.publish')}</h2>
      {propose({ revision, isSaved: saving.state === 'saved', problems })}
      {mayEdit && <Discard productId={productId} revision={revision} />}
    </>
  )
}

function Terms({ content, change }: { content: DraftContent; change: Change }) {
  const { kind, tier, isFull } = content
  const field = (name: 'name' | 'logo' | 'position' | 'amounts' | 'href', most: number) => (
    <TextField
      label={say(`product.${name}`)}
      value={content[name]}
      onChange={value => change({ [name]: value })}
      maxLength={most}
    />
  )
  return (
    <>
      <h3>{say('product.terms')}</h3>
      <div className="fields">
        <SelectField
          label={say('product.kind')}
          value={kind}
          placeholder={null}
          onChange={value => change({ kind: value as DraftContent['kind'] })}
          options={(['own', 'external'] as const).map(each => ({
            value: each,
            label: say(`products.kind.${each}`),
          }))}
        />
        {field('name', 60)}
        {field('logo', 4)}
        <SelectField
          label={say('product.tier')}
          value={tier}
          placeholder={null}
          onChange={value => change({ tier: value as DraftContent['tier'] })}
          options={(['1', '2', '3'] as const).map(each => ({
            value: each,
            label: say(`product.tier.${each}`),
          }))}
        />
        {field('position', 20)}
        {field('amounts', 300)}
        {kind === 'external' && field('href', 300)}
        {kind === 'own' &&
          TERM_NAMES.map(name => (
            <TextField
              key={name}
              label={say(`product.${name}`)}
              value={content[name]}
              onChange={value => change({ [name]: value })}
              inputMode="decimal"
              maxLength={20}
            />
          ))}
      </div>
      <Checkbox checked={isFull} onChange={checked => change({ isFull: checked })}>
        {say('product.isFull')}
      </Checkbox>
    </>
  )
}

type TextsProps = { language: Language; content: DraftContent; change: Change }

function Texts({ language, content, change }: TextsProps) {
  const typed = (name: 'slogan' | 'processingTime' | 'eligibility' | 'requirements') => ({
    label: say(`product.${name}`),
    value: content[name][language],
    onChange: (value: string) => change({ [name]: { ...content[name], [language]: value } }),
  })
  return (
    <details open={language === 'en'}>
      <summary>{say('product.texts', { language: LANGUAGE_NAMES[language] })}</summary>
      <div className="column" lang={language}>
        {language !== 'en' && <p lang="en">{say('product.texts.english')}</p>}
        <TextField {...typed('slogan')} maxLength={200} />
        {content.kind === 'own' && (
          <>
            <TextField {...typed('processingTime')} maxLength={200} />
            <TextArea {...typed('eligibility')} maxLength={2_000} />
            <TextArea {...typed('requirements')} maxLength={2_000} />
          </>
        )}
      </div>
    </details>
  )
}

function Discard({ productId, revision }: { productId: string; revision: number }) {
  const { act, isPending, problem } = useAct()
  return (
    <details>
      <summary>{say('product.draft.discard')}</summary>
      <Problem text={problem} />
      <Button
        kind="danger"
        small
        pending={isPending}
        onPress={() => void act(products.discard, { productId, revision })}
      >
        {say('product.draft.discard.sure')}
      </Button>
    </details>
  )
}
