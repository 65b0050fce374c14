/** The lender's texts as the console shows them: in effect, proposed, and every version. */
import type { Output } from '#contract/endpoint.ts'
import type { staffContent } from '#contract/staff/content.ts'
import { CONTENT_ITEMS, type ContentTexts, contentKindOf } from '#domain/content.ts'
import { indiaDayOf } from '#domain/day.ts'
import { limitsOn } from '#server/lending/db/policy.ts'
import type { Services } from '#server/services.ts'
import { contentTitle } from '#server/staff/catalogue/content.ts'
import { contentVersions } from '#server/staff/catalogue/db/content.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { proposalsOfActs } from '#server/staff/proposals/db/proposal.ts'
import { detailsOf, whyOf } from '#server/staff/proposals/details.ts'
import { contentOn, contentsToCome } from '#server/support/db/content.ts'
import { faqValues } from '#server/support/words/faq.ts'
import { programTextOf, programWording } from '#server/support/words/program-text.ts'
import { inEachLanguage } from '#words/language.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'config'>
type At = { readonly now: Date }

/** Every item that the lender may word, in the order of the help page. */
export async function listContent(
  { db }: Parts,
  { now }: At,
): Promise<Output<typeof staffContent.list>> {
  const today = indiaDayOf(now)
  const [worded, toCome, open] = await Promise.all([
    contentOn(db, today),
    contentsToCome(db, today),
    proposalsOfActs(db, ['change-content'], now),
  ])
  const proposed = open.map(({ subject }) => subject)
  return {
    today,
    items: CONTENT_ITEMS.map(item => {
      const version = worded.get(item)
      const next = toCome.find(each => each.item === item)
      return {
        item,
        kind: contentKindOf(item),
        title: contentTitle(item, version?.texts ?? next?.texts),
        version: version?.version ?? null,
        changesOn: next?.fromDay ?? null,
        isProposed: proposed.includes(item),
      }
    }),
  }
}

/** One item with everything that a person needs to edit it. */
export async function openContent(
  services: Parts,
  item: string,
  { now }: At,
): Promise<Output<typeof staffContent.open>> {
  const { db, config } = services
  const today = indiaDayOf(now)
  const [worded, versions, limits, open] = await Promise.all([
    contentOn(db, today),
    contentVersions(db, item),
    limitsOn(db, today),
    proposalsOfActs(db, ['change-content'], now),
  ])
  const row = open.find(({ subject }) => subject === item)
  const details = row && detailsOf(services, row)
  const change = details?.act === 'change-content' ? details.content : undefined
  const values = inEachLanguage(language => faqValues(language, config.customer, limits))
  type Name = keyof (typeof values)['en']
  return {
    item,
    today,
    given: inEachLanguage(language => programWording(item, language)),
    placeholders: programTextOf(item).placeholders.map(name => ({
      name,
      values: inEachLanguage(language => String(values[language][name as Name] ?? '')),
    })),
    proposed:
      row && change
        ? {
            ...versionView(change),
            proposedBy: mailOf(services, {
              staffId: row.proposedBy,
              mailSealed: row.proposerSealed,
            }),
            proposedAt: row.proposedAt,
            why: whyOf(services, row),
          }
        : null,
    versions: versions.map(each => ({
      ...versionView(each),
      version: each.version,
      isInEffect: worded.get(item)?.version === each.version,
      proposedBy: mailOf(services, { staffId: each.proposedBy, mailSealed: each.proposerSealed }),
      decidedBy: mailOf(services, { staffId: each.decidedBy, mailSealed: each.deciderSealed }),
      madeAt: each.madeAt,
      why: whyOf(services, each),
    })),
  }
}

type Version = Pick<
  Output<typeof staffContent.open>['versions'][number],
  'fromDay' | 'untilDay' | 'href'
> & { readonly texts: ContentTexts | null }

function versionView({ fromDay, untilDay, href, texts }: Version) {
  return { fromDay, untilDay, href, texts: texts && { ...texts } }
}
