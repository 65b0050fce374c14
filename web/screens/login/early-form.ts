import { secondsUntil } from '#web/device/seconds-left.ts'
import type { MessageId } from '#words/catalogues.ts'
import type { Values } from '#words/messages.ts'
import type { Action } from './early.ts'
import {
  codeLength,
  type Entry,
  type Fault,
  missingNames,
  sentCode,
  sentMessage,
  unreadable,
} from './entry.ts'

export type Say = (id: MessageId, values?: Values) => string

export type FormState = {
  readonly entry: Entry
  readonly fault: Fault | undefined
  readonly action: Action | undefined
}

/** The parts of the form, in the page or in its template. */
export type Places = ReturnType<typeof placesIn>

/** Returns an element that the build has drawn. */
export function find<T extends Element = HTMLElement>(parent: ParentNode, selector: string): T {
  return parent.querySelector<T>(selector) as T
}

export function placesIn(parent: ParentNode) {
  const field = (name: string) => {
    const input = find<HTMLInputElement>(parent, `[name=${name}]`)
    return { input, frame: input.closest('div:has(>label)') as HTMLElement }
  }
  const code = field('code')
  return {
    phone: field('phone'),
    code,
    isAgreed: field('agree'),
    ask: find<HTMLButtonElement>(code.frame, 'button'),
    logIn: find<HTMLButtonElement>(parent, '[type=submit]'),
  }
}

/**
 * Returns a function that draws the form in a state as the app would, from the page and the parts
 * in its template. Without an entry it draws the prerendered form, except for the values of the
 * fields, so that the app can hydrate it.
 */
export function formDrawer(page: Places, parts: Places, say: Say): (state: FormState) => void {
  const { phone, code, isAgreed, ask, logIn } = page
  const cells = code.input.parentElement as HTMLElement
  const cell = cells.children[1] as HTMLElement
  const nowClass = lastClass(find(cells, 'span'))
  const missingLine = logIn.nextElementSibling as HTMLElement
  const hint = last(parts.code.frame)
  const looks = [
    { at: 'phone', ...phone, look: lastClass(parts.phone.frame) },
    { at: 'code', ...code, look: lastClass(parts.phone.frame) },
    { at: 'isAgreed', ...isAgreed, look: lastClass(parts.isAgreed.frame) },
  ] as const
  const faults = looks.map(fault => ({
    ...fault,
    error: last(parts.phone.frame).cloneNode(true) as HTMLElement,
  }))
  const drawAsk = pendingDrawer(ask, parts.ask)
  const drawLogIn = pendingDrawer(logIn, parts.ask)

  function drawCode(typed: string, digits: number): void {
    while (cells.childElementCount <= digits) code.input.before(cell.cloneNode())
    while (cells.childElementCount > digits + 1) cells.firstChild?.remove()
    for (let at = 0; at < digits; at += 1) {
      const each = cells.children[at] as HTMLElement
      each.textContent = typed[at] ?? ''
      each.classList.toggle(nowClass, at === Math.min(typed.length, digits - 1))
    }
  }

  return ({ entry, fault, action }) => {
    const sent = sentCode(entry)
    const digits = codeLength(entry)
    const seconds = secondsUntil(sent?.resendAtMs ?? 0, Date.now())
    const missing = missingNames(entry, digits)
    hint.remove()
    for (const { at, input, frame, look, error } of faults) {
      const isUnreadable = unreadable(at, entry)
      const text = fault?.at === at ? fault.text : isUnreadable && say(...isUnreadable)
      frame.classList.toggle(look, !!text)
      input.ariaInvalid = whether(text)
      input.removeAttribute(DESCRIBED)
      error.remove()
      const line = text ? error : sent && at === 'code' ? hint : undefined
      if (!line) continue
      line.id = `${at}-note`
      input.setAttribute(DESCRIBED, line.id)
      frame.append(line)
      find(line, 'span').textContent = text || (sent ? say(...sentMessage(sent)) : '')
    }
    const isNoCode = !!unreadable('code', entry)
    drawCode(isNoCode ? '' : entry.code, digits)
    code.input.toggleAttribute('data-shown', isNoCode)
    drawAsk(action === 'ask' && !seconds, seconds > 0)
    ask.ariaLabel = seconds ? say('login.wait.label', { seconds }) : null
    find(ask, 'span').textContent = seconds
      ? say('login.wait', { seconds })
      : say(sent ? 'login.resend' : 'login.get')
    drawLogIn(action === 'logIn', missing.length > 0)
    missingLine.textContent = say('login.missing', {
      what: missing.map(name => say(name)).join(', '),
    })
    if (missing.length > 0) logIn.after(missingLine)
    else missingLine.remove()
  }
}

const DESCRIBED = 'aria-describedby'

const last = (parent: HTMLElement) => parent.lastElementChild as HTMLElement

/** The last class of an element in the template is the one of its state. */
const lastClass = ({ classList }: HTMLElement) => [...classList].pop() ?? ''

const whether = (is: unknown) => (is ? 'true' : null)

/** Switches a button between its states as ui/Button.tsx does. */
function pendingDrawer(button: HTMLButtonElement, pending: HTMLButtonElement) {
  const beside = [...(pending.cloneNode(true) as HTMLElement).children].slice(1)
  return (isPending: boolean, isDisabled: boolean) => {
    button.classList.toggle(lastClass(pending), isPending)
    button.disabled = isDisabled && !isPending
    button.ariaDisabled = button.ariaBusy = whether(isPending)
    for (const part of beside)
      if (isPending) button.append(part)
      else part.remove()
  }
}
