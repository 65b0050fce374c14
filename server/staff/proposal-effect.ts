/** What a proposal would change, as the contract has it. */
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import type { Effect } from '#server/staff/acts.ts'
import { contentTitle } from '#server/staff/content.ts'
import type { ChangedValue, DatedPlace } from '#server/staff/dated.ts'
import { LANGUAGES } from '#words/language.ts'

type Shown = Output<typeof proposal.open>['effect']

/** An effect as those who may read its proposal see it. */
export function shownEffect(effect: Effect): Shown {
  const { content, product, before, after, dated, values, policy, ...facts } = effect
  const start = product ?? content ?? policy
  const isOld = start !== undefined && values === undefined
  const place = dated ?? (start ? oldPlace(start) : null)
  return {
    ...facts,
    product: product ?? null,
    content: content ? { ...content, title: contentTitle(content.item, content.texts) } : null,
    dated: place && { ...place, stays: [...place.stays] },
    values: (isOld ? valuesOfLines(before, after) : (values ?? [])).map(({ name, ...value }) => {
      const [part = '', language] = name.split(' ')
      return { ...value, name: part, language: LANGUAGES.find(each => each === language) ?? null }
    }),
    before: isOld ? [] : [...before],
    after: isOld ? [] : [...after],
  }
}

/** Proposals of a previous version were compared with the newest version, whatever its day. */
function oldPlace({ fromDay, base }: Pick<DatedPlace, 'fromDay'> & { base: number }): DatedPlace {
  return { fromDay, follows: base === 0 ? null : base, stays: [] }
}

/** The values of a proposal of a previous version, which stored them as lines: `slogan (en): Plain loans`. */
function valuesOfLines(before: readonly string[], after: readonly string[]): ChangedValue[] {
  const read = (lines: readonly string[]) =>
    new Map(
      lines.map(line => {
        const at = line.indexOf(': ')
        const [name, text] = at < 0 ? ['isOffered', line] : [line.slice(0, at), line.slice(at + 2)]
        return [name.replace(/[()]/g, ''), text] as const
      }),
    )
  const [was, will] = [read(before), read(after)]
  const names = [...new Set([...will.keys(), ...was.keys()])].filter(name => name !== 'from')
  return names.map(name => ({
    name,
    before: was.get(name) ?? null,
    after: will.get(name) ?? null,
    until: null,
  }))
}
