import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { products } from '#contract/staff/product.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type ProductItem = Output<typeof products.list>['products'][number]

const TONES: Readonly<Record<ProductItem['state'], TagTone>> = {
  draft: 'outline',
  scheduled: 'brand',
  offered: 'good',
  full: 'warn',
  withdrawn: 'neutral',
}

/** Every product and draft, with its state and proposals; and a form that starts a new one. */
export function Products() {
  const list = useRead(products.list, {})
  return (
    <>
      <h1>{say('nav.products')}</h1>
      <Allowed by="products:read">
        {list.error && !list.data && (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && (
          <>
            {list.data.products.every(
              ({ state }) => state === 'draft' || state === 'withdrawn',
            ) && <p>{say('products.none')}</p>}
            <ul className="rows">
              {list.data.products.map(product => (
                <li key={product.productId} className="row">
                  <ProductRow product={product} />
                </li>
              ))}
            </ul>
          </>
        )}
        <h2>{say('products.new')}</h2>
        <Allowed by="products:draft">
          <NewProduct />
        </Allowed>
      </Allowed>
    </>
  )
}

function ProductRow({ product }: { product: ProductItem }) {
  const { productId, name, kind, state, version, changesOn, hasDraft, pending } = product
  return (
    <>
      <p className="what">
        <Link href={`/products/${productId}`}>
          <strong>{name === '' ? say('products.unnamed') : name}</strong>
        </Link>
        <Tag tone={TONES[state]}>{say(`products.state.${state}`)}</Tag>
        {pending.map(act => (
          <Tag key={act} tone="warn">
            {say('products.pending', { act: say(`act.${act}`) })}
          </Tag>
        ))}
      </p>
      <p className="facts">
        <span>{productId}</span>
        <span>{say(`products.kind.${kind}`)}</span>
        {version !== null && <span>{say('products.version', { version })}</span>}
        {changesOn !== null && (
          <span>{say('products.changes-on', { day: whichDay(startOfIndiaDay(changesOn)) })}</span>
        )}
        {hasDraft && state !== 'draft' && <span>{say('products.has-draft')}</span>}
      </p>
    </>
  )
}

function NewProduct() {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [productId, setProductId] = useState('')
  async function submit() {
    if (await act(products.start, { productId })) navigate(`/products/${productId}`)
  }
  return (
    <form
      className="inline"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={say('products.new.id')}
        hint={say('products.new.id.hint')}
        value={productId}
        onChange={setProductId}
        normalise={raw => raw.toLowerCase().replace(/[^a-z0-9-]/g, '')}
        maxLength={40}
      />
      <Problem text={problem} />
      <Button type="submit" small disabled={productId === ''} pending={isPending}>
        {say('products.new.start')}
      </Button>
    </form>
  )
}
