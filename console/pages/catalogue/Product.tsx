import { Link, useLocation } from 'wouter'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { Propose } from '#console/Propose.tsx'
import { DraftEditor } from '#console/pages/catalogue/ProductDraft.tsx'
import { Preview, type Source } from '#console/pages/catalogue/ProductPreview.tsx'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { Rehearsal } from '#console/Rehearsal.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { products } from '#contract/staff/product.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { chainOf } from '#domain/staff/dated.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'

type ProductPage = Output<typeof products.open>
type Draft = NonNullable<ProductPage['draft']>

/** One product: its draft beside the preview, its versions, and the proposals about it. */
export function Product({ productId }: { productId: string }) {
  const opened = useRead(products.open, { productId })
  const { data } = opened
  return (
    <>
      <p>
        <Link href="/products">{say('product.back')}</Link>
      </p>
      <Allowed by="products:read">
        {opened.error && !data && (
          <Failed error={opened.error} onRetry={() => void opened.refetch()} />
        )}
        {data && (
          <Content
            product={data}
            onReload={async () => (await opened.refetch()).data?.draft ?? undefined}
          />
        )}
      </Allowed>
    </>
  )
}

function Content({
  product,
  onReload,
}: {
  product: ProductPage
  onReload: () => Promise<Draft | undefined>
}) {
  const { productId, draft, versions, pending } = product
  const may = useMay()
  const sources: Source[] = [
    ...(draft ? [{ of: 'draft' as const }] : []),
    ...(pending.some(({ act }) => act === 'publish-product') ? [{ of: 'proposed' as const }] : []),
    ...versions
      .filter(({ isOffered }) => isOffered)
      .map(({ version }) => ({ of: 'version' as const, version })),
  ]
  const inEffect = versions.find(({ isInEffect }) => isInEffect) ?? versions[0]
  const name = inEffect?.name ?? draft?.content.name ?? ''
  return (
    <>
      <h1>{name === '' ? productId : name}</h1>
      {pending.map(each => (
        <Banner key={each.proposalId} tone="warn">
          <p>
            {say('product.pending', {
              act: say(`act.${each.act}`),
              day: whichDay(startOfIndiaDay(each.fromDay)),
              who: each.proposedBy,
            })}
          </p>
          <Link href="/proposals">{say('product.pending.decide')}</Link>
        </Banner>
      ))}
      <div className="split">
        <section className="column" aria-labelledby="draft-title">
          <h2 id="draft-title">{say('product.draft')}</h2>
          {draft ? (
            <DraftEditor
              productId={productId}
              draft={draft}
              mayEdit={may('products:draft')}
              onReload={onReload}
              propose={state => <ProposePublishing product={product} {...state} />}
            />
          ) : (
            <StartDraft productId={productId} />
          )}
          <h2>{say('product.versions')}</h2>
          <Versions product={product} />
        </section>
        {sources.length > 0 && <Preview productId={productId} sources={sources} />}
      </div>
    </>
  )
}

function StartDraft({ productId }: { productId: string }) {
  const { act, isPending, problem } = useAct()
  return (
    <>
      <p>{say('product.draft.none')}</p>
      <Problem text={problem} />
      <Allowed by="products:draft">
        <div className="acts">
          <Button
            kind="secondary"
            small
            pending={isPending}
            onPress={() => void act(products.start, { productId })}
          >
            {say('product.draft.start')}
          </Button>
        </div>
      </Allowed>
    </>
  )
}

function Versions({ product }: { product: ProductPage }) {
  const { versions, pending } = product
  if (versions.length === 0) return <p>{say('product.versions.none')}</p>
  const chain = chainOf(versions)
  const isProposed = pending.some(({ act }) => act === 'withdraw-product')
  const mayEnd = chain.some(
    each => each.isOffered && (each.isInEffect || each.fromDay > product.today),
  )
  return (
    <>
      <ul className="rows">
        {versions.map(each => (
          <li key={each.version} className="row">
            <p className="what">
              <span>
                {say(each.isOffered ? 'product.versions.line' : 'product.versions.withdrawn', {
                  version: each.version,
                  name: each.name,
                  day: whichDay(startOfIndiaDay(each.fromDay)),
                })}
              </span>
              {each.isInEffect && <Tag tone="good">{say('product.versions.now')}</Tag>}
              {!chain.includes(each) && <Tag>{say('product.versions.replaced')}</Tag>}
            </p>
          </li>
        ))}
      </ul>
      {mayEnd && !isProposed && (
        <details>
          <summary>{say('product.withdraw')}</summary>
          <ProposeWithdrawing product={product} />
        </details>
      )}
    </>
  )
}

function ProposePublishing({
  product: { productId, today },
  revision,
  isSaved,
  problems,
}: {
  product: ProductPage
  revision: number
  isSaved: boolean
  problems: readonly string[]
}) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const hindrance = isSaved
    ? problems.length > 0
      ? say('product.publish.gate')
      : undefined
    : say('product.publish.saving')
  async function submit(fromDay: Day, why: string) {
    const answer = await act(proposal.publishProduct, { productId, revision, fromDay, why })
    if (answer) navigate('/proposals')
    return answer !== undefined
  }
  return (
    <>
      <Rehearsal hindrance={hindrance} run={() => call(products.rehearse, { productId })} />
      <Propose
        by="products:propose"
        today={today}
        title="product.publish"
        about={productId}
        hindrance={hindrance}
        submit={submit}
        isPending={isPending}
        problem={problem}
      />
    </>
  )
}

function ProposeWithdrawing({ product: { productId, today } }: { product: ProductPage }) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  async function submit(fromDay: Day, why: string) {
    const answer = await act(proposal.withdrawProduct, { productId, fromDay, why })
    if (answer) navigate('/proposals')
    return answer !== undefined
  }
  return (
    <Propose
      by="products:propose"
      today={today}
      title="product.withdraw"
      about={productId}
      submit={submit}
      isPending={isPending}
      problem={problem}
    />
  )
}
