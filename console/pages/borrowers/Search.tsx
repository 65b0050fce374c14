import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useWhy, WhyField } from '#console/looking.tsx'
import { Allowed, Problem } from '#console/parts.tsx'
import { forgetQuery, handedOverQuery } from '#console/searching.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffBorrower } from '#contract/staff/borrower.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type Result = Output<typeof staffBorrower.search>

/** Finds a borrower by an exact value. The text is in no address, because it may name somebody. */
export function Search() {
  const { act, isPending, problem } = useAct()
  const [query, setQuery] = useState(handedOverQuery)
  const [why, setWhy] = useWhy()
  const [result, setResult] = useState<Result>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    forgetQuery()
    field.current?.focus()
  }, [])
  const isReady = query.trim() !== '' && why !== undefined
  async function search() {
    if (why && isReady) setResult((await act(staffBorrower.search, { query, why }))?.data)
  }
  return (
    <>
      <h1>{say('nav.borrowers')}</h1>
      <p>{say('search.lead')}</p>
      <Note>{say('search.ways')}</Note>
      <Allowed by="borrowers:read">
        <form
          className="inline"
          onSubmit={event => {
            event.preventDefault()
            void search()
          }}
        >
          <TextField
            label={say('search.query')}
            value={query}
            onChange={setQuery}
            maxLength={64}
            autoComplete="off"
            ref={field}
          />
          <WhyField why={why} onChange={setWhy} />
          <Problem text={problem} />
          <Button type="submit" disabled={!isReady} pending={isPending}>
            {say('search.act')}
          </Button>
        </form>
      </Allowed>
      {result && <BorrowerMatches result={result} />}
    </>
  )
}

function BorrowerMatches({ result: { searched, found: matches, hasMore } }: { result: Result }) {
  if (searched.length === 0) return <p role="status">{say('search.no-way')}</p>
  const ways = searched.map(way => say(`by.${way}`)).join(', ')
  return (
    <>
      <p role="status">
        {say('search.searched', { ways })} {matches.length === 0 && say('search.none')}
        {hasMore && say('search.more')}
      </p>
      <ul className="rows">
        {matches.map(({ borrowerId, maskedName, maskedPhone, by, orderNo }) => (
          <li key={borrowerId} className="row">
            <p className="what">
              <Link href={`/borrower/${borrowerId}`}>
                {maskedName} {maskedPhone}
              </Link>
              <Tag>{say(`by.${by}`)}</Tag>
              {orderNo !== null && <span>{orderNo}</span>}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
