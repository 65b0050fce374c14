import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { clearFormDrafts } from '#console/form-drafts.ts'
import type { Person } from '#console/me.ts'
import { ACCOUNT_PATH, pagesFor, sectionOf } from '#console/pages.tsx'
import { say } from '#console/words.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'

/** The pages as links in a wide window; in a narrow one as a menu, named after the open page. The account is always a menu. */
export function Bar({ person }: { person: Person }) {
  const [path] = useLocation()
  const { act, isPending } = useAct()
  const pages = pagesFor(person.permissions).filter(({ path: each }) => each !== ACCOUNT_PATH)
  const section = sectionOf(path)
  const open = pages.find(({ path: each }) => each === section)
  async function signOut() {
    if (await act(staffSession.signOut, {})) clearFormDrafts()
  }
  return (
    <header className="bar">
      <div className="strip">
        <Menu id="pages" icon="orders" name={say(open?.nav ?? 'nav')} label={say('nav')}>
          {pages.map(({ path: to, nav }) => (
            <Link key={to} href={to} aria-current={to === section ? 'page' : undefined}>
              {say(nav)}
            </Link>
          ))}
        </Menu>
        <Menu id="account" icon="account" name={person.mail} label={say('nav.account')}>
          <p className="who">
            <strong>{person.mail}</strong>
            <span>{person.roles.map(role => say(`role.${role}`)).join(', ')}</span>
          </p>
          <Link href={ACCOUNT_PATH} aria-current={path === ACCOUNT_PATH ? 'page' : undefined}>
            {say('nav.account')}
          </Link>
          <Button kind="secondary" small pending={isPending} onPress={() => void signOut()}>
            {say('sign-out')}
          </Button>
        </Menu>
      </div>
      {person.isSimulated && <p className="demo">{say('demo')}</p>}
    </header>
  )
}

type MenuProps = { id: string; icon: IconName; name: string; label: string; children: ReactNode }

/** A button and the list that it opens. The browser closes it by Escape or a press elsewhere; it also closes when the focus leaves it, and on the way to another page. */
function Menu({ id, icon, name, label, children }: MenuProps) {
  const [path] = useLocation()
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => list.current?.hidePopover?.(), [path])
  function leave({ relatedTarget, currentTarget }: FocusEvent) {
    const isNear =
      relatedTarget === null || currentTarget.parentElement?.contains(relatedTarget as Node)
    if (!isNear) list.current?.hidePopover?.()
  }
  return (
    <div className={`menu ${id}`}>
      <button type="button" popoverTarget={id}>
        <Icon name={icon} small />
        <span className="name">{name}</span>
        <Icon name="down" small />
      </button>
      <nav id={id} popover="auto" aria-label={label} ref={list} onBlur={leave}>
        {children}
      </nav>
    </div>
  )
}
