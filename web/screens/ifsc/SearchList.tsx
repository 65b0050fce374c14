import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Type.tsx'
import { wholeNumber } from '#words/format.ts'
import { type Entry, matching, split } from './chain.ts'
import styles from './Ifsc.module.css'
import { useVisibleRows } from './useVisibleRows.ts'

type SearchListProps = {
  label: string
  entries: readonly Entry[]
  chosenId: string | undefined
  /** "3 of 96 branches". */
  countOf: (shown: string, count: number) => string
  onChoose: (entry: Entry) => void
}

const PAGE_ROWS = 8

/**
 * A list of any length to search and pick from. Only the visible rows are in the page, so 5,000
 * branches open as fast as five. It is a combobox: the focus stays in the field, the arrow keys
 * move through the list, and a screen reader announces its length.
 */
export function SearchList(props: SearchListProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const shown = useMemo(() => matching(props.entries, query), [props.entries, query])
  const [active, setActive] = useState(-1)
  const { list, look, part, scrollTo } = useVisibleRows(shown)
  const isEmpty = shown.length === 0

  function type(text: string) {
    setTyped(text)
    setActive(text.trim() === '' ? -1 : 0)
    scrollTo(0)
  }

  function press(event: KeyboardEvent) {
    const entry = shown[active]
    const next = stepOf(event.key, active, shown.length)
    if (event.key === 'Enter' && entry) props.onChoose(entry)
    if (event.key === 'Enter' || next !== undefined) event.preventDefault()
    if (next === undefined) return
    setActive(next)
    scrollTo(next)
  }

  return (
    <>
      <div className={styles.search}>
        <SearchBox
          value={typed}
          onChange={type}
          onKeyDown={press}
          listId={isEmpty ? undefined : `${id}-list`}
          activeId={shown[active] ? `${id}-${active}` : undefined}
        />
        <div role="status">
          <Note>{props.countOf(wholeNumber(shown.length), props.entries.length)}</Note>
        </div>
      </div>
      {isEmpty && <p className={styles.none}>{t('ifsc.none', { query })}</p>}
      <div
        ref={list}
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={props.label}
        hidden={isEmpty}
        onScroll={look}
      >
        <div role="presentation" style={{ paddingTop: part.above, paddingBottom: part.below }}>
          {shown.slice(part.first, part.end).map((entry, at) => (
            <Row
              key={entry.id}
              id={`${id}-${part.first + at}`}
              entry={entry}
              number={part.first + at + 1}
              of={shown.length}
              query={query}
              isActive={part.first + at === active}
              isChosen={entry.id === props.chosenId}
              onChoose={() => props.onChoose(entry)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

type SearchBoxProps = {
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string | undefined
  activeId: string | undefined
}

function SearchBox(props: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  // Only if there is a physical keyboard: on a phone the on-screen one would cover the list.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])
  return (
    <div className={styles.box}>
      <Icon name="search" />
      <input
        ref={input}
        role="combobox"
        aria-label={t('ifsc.search')}
        aria-expanded={props.listId !== undefined}
        aria-controls={props.listId}
        aria-autocomplete="list"
        aria-activedescendant={props.activeId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={props.value}
        onChange={event => props.onChange(event.target.value)}
        onKeyDown={props.onKeyDown}
      />
    </div>
  )
}

/**
 * Returns the row that a key leads to from the active one; undefined if the key is the field's own.
 */
function stepOf(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE_ROWS,
    PageUp: -PAGE_ROWS,
  }
  const step = steps[key]
  if (step === undefined || count === 0) return undefined
  return Math.min(count - 1, Math.max(0, active + step))
}

type RowProps = {
  id: string
  entry: Entry
  number: number
  of: number
  query: string
  isActive: boolean
  isChosen: boolean
  onChoose: () => void
}

function Row({ id, entry, number, of, query, isActive, isChosen, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys and keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-row={entry.id}
      aria-selected={isChosen}
      aria-setsize={of}
      aria-posinset={number}
      className={classes(styles.row, isActive && styles.active)}
      onClick={onChoose}
    >
      <span className={styles.words}>
        <span>
          <Marked text={entry.name} query={query} />
        </span>
        {entry.note !== undefined && (
          <span className={styles.note}>
            <Marked text={entry.note} query={query} />
          </span>
        )}
      </span>
      <Icon name={isChosen ? 'check' : 'forward'} small />
    </div>
  )
}

/** Highlights the search text in a row. */
function Marked({ text, query }: { text: string; query: string }) {
  const [before, hit, after] = split(text, query)
  return (
    <>
      {before}
      {hit !== '' && <b>{hit}</b>}
      {after}
    </>
  )
}
