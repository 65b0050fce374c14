import { useState } from 'react'
import { useRead } from '#console/calls.ts'
import { Failed } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { products } from '#contract/staff/product.ts'
import type { Paise } from '#domain/money.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money, moneyWhole, percent, percentPerDay } from '#words/format.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#words/language.ts'

/** The source of a preview. */
export type Source =
  | { readonly of: 'draft' | 'proposed' }
  | { readonly of: 'version'; readonly version: number }
type PreviewData = Output<typeof products.preview>
type Card = NonNullable<PreviewData['card']>
type Page = NonNullable<PreviewData['page']>
type Cost = NonNullable<PreviewData['cost']>

const keyOf = (each: Source) => (each.of === 'version' ? `version ${each.version}` : each.of)
const nameOf = (each: Source) =>
  each.of === 'version'
    ? say('product.preview.version', { version: each.version })
    : say(`product.preview.${each.of}`)

/** A product on a borrower's phone, as the server computes and says it, in each language. */
export function Preview({ productId, sources }: { productId: string; sources: readonly Source[] }) {
  const [key, setKey] = useState<string>()
  const [language, setLanguage] = useState<Language>('en')
  const [amount, setAmount] = useState<Paise>()
  const chosen = sources.find(each => keyOf(each) === key) ?? sources[0]
  const preview = useRead(products.preview, {
    productId,
    of: chosen?.of ?? 'draft',
    ...(chosen?.of === 'version' && { version: chosen.version }),
    language,
    ...(amount !== undefined && { amount }),
  })
  const { data } = preview
  return (
    <section className="column" aria-labelledby="preview-title">
      <h2 id="preview-title">{say('product.preview')}</h2>
      <div className="fields">
        <SelectField
          label={say('product.preview.of')}
          value={chosen ? keyOf(chosen) : ''}
          placeholder={null}
          onChange={setKey}
          options={sources.map(each => ({ value: keyOf(each), label: nameOf(each) }))}
        />
        <SelectField
          label={say('product.preview.language')}
          value={language}
          placeholder={null}
          onChange={value => setLanguage(value as Language)}
          options={LANGUAGES.map(each => ({ value: each, label: LANGUAGE_NAMES[each] }))}
        />
        {data?.page && data.amount !== null && (
          <SelectField
            label={say('product.preview.amount')}
            value={String(data.amount)}
            placeholder={null}
            onChange={value => setAmount(Number(value) as Paise)}
            options={data.page.amountList.map(each => ({
              value: String(each),
              label: moneyWhole(each),
            }))}
          />
        )}
      </div>
      {preview.error && !data && (
        <Failed error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {data && <Phone preview={data} language={language} />}
    </section>
  )
}

function Phone({ preview, language }: { preview: PreviewData; language: Language }) {
  const { card, page, amount, cost, keyFacts } = preview
  if (!card) return <Note>{say('product.preview.none')}</Note>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="phone" aria-label={say('product.preview.phone')} tabIndex={0}>
      <CardFigures card={card} />
      {page && <PageFigures page={page} language={language} />}
      {cost && amount !== null && <CostFigures cost={cost} amount={amount} />}
      {keyFacts && (
        <>
          <h3>{say('product.preview.kfs')}</h3>
          <div className="column" lang={language}>
            {keyFacts.map(section => (
              <Section key={section.title} section={section} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

type Line = readonly [label: string, value: string]

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="values">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CardFigures({ card }: { card: Card }) {
  const { name, maxAmount, tenorText, interestRate, apr, h5Href, fullMsg } = card
  const lines: (Line | false)[] = [
    [say('product.preview.up-to'), moneyWhole(maxAmount)],
    apr !== null && [say('product.preview.apr'), percent(apr)],
    interestRate !== null && [say('product.preview.interest'), percentPerDay(interestRate)],
    tenorText !== null && [say('product.preview.tenor'), tenorText],
  ]
  return (
    <>
      <h3>{say('product.preview.card')}</h3>
      <p>
        <strong>{name}</strong>
      </p>
      <Lines lines={lines.filter(line => line !== false)} />
      {fullMsg !== null && <p>{fullMsg}</p>}
      {h5Href !== null && <p>{say('product.preview.link', { href: h5Href })}</p>}
    </>
  )
}

function PageFigures({ page, language }: { page: Page; language: Language }) {
  const [eligibility, requirements] = page.detail
  return (
    <>
      <h3>{say('product.preview.page')}</h3>
      <p lang={language}>{page.slogan}</p>
      <p lang={language}>{page.loanProcessingTime}</p>
      <Lines
        lines={[
          [say('product.preview.fee'), percent(page.serviceRate)],
          [say('product.preview.penal'), percentPerDay(page.penalRate)],
          [say('product.preview.tenor'), page.tenorText],
        ]}
      />
      {[eligibility, requirements].map(list => (
        <ul key={list?.content.join()} className="list" lang={language}>
          {list?.content.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ))}
    </>
  )
}

function CostFigures({ cost, amount }: { cost: Cost; amount: Paise }) {
  const { arriveAmount, serviceFee, gstFee, interest, repaymentAmount, apr, schedule } = cost
  return (
    <>
      <h3>{say('product.preview.cost', { amount: moneyWhole(amount) })}</h3>
      <Lines
        lines={[
          [say('product.preview.arrives'), money(arriveAmount)],
          [say('product.preview.fee'), money(serviceFee)],
          [say('product.preview.gst'), money(gstFee)],
          [say('product.preview.interest.total'), money(interest)],
          [say('product.preview.repay'), money(repaymentAmount)],
          [say('product.preview.cost.total'), money(cost.cost)],
          [say('product.preview.apr'), percent(apr)],
          ...schedule.map(
            ({ number, amount: part, dueAfterDays }): Line => [
              say('product.preview.instalment', { number }),
              say('product.preview.instalment.due', { amount: money(part), days: dueAfterDays }),
            ],
          ),
        ]}
      />
    </>
  )
}

function Section({ section }: { section: NonNullable<PreviewData['keyFacts']>[number] }) {
  return (
    <>
      <h4>{section.title}</h4>
      <dl className="values">
        {section.rows.map(({ label, value, note }) => (
          <div key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>
              {value}
              {note !== null && <Note>{note}</Note>}
            </dd>
          </div>
        ))}
      </dl>
      {section.table && <Table table={section.table} />}
    </>
  )
}

function Table({ table: { head, rows } }: { table: { head: string[]; rows: string[][] } }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map(text => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr key={cells.join()}>
            {cells.map((text, column) => (
              <td key={head[column]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
