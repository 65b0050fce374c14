/**
 * Replaces React in the script inside the home page (build/early-home.ts): draws the components of
 * the app once, without state and effects, in a fraction of React's size.
 */
type Props = Record<string, unknown>
type Drawn = { readonly type: string | ((props: Props) => unknown); readonly props: Props }

/** Thrown by a component whose code is not in this script. */
const notHere = new Error('This script lacks the code of the component.')

export function jsx(type: Drawn['type'], props: Props): Drawn {
  return { type, props }
}
export { jsx as jsxs }

export function cloneElement({ type, props }: Drawn, more: Props, children: unknown): Drawn {
  return { type, props: { ...props, ...more, children } }
}

export const Fragment = (props: Props) => props.children

/** Draws the fallback if the code of its content is not in this script. */
export function Suspense(props: Props): unknown {
  try {
    return draw(props.children)
  } catch (error) {
    if (error !== notHere) throw error
    return props.fallback
  }
}

export function lazy() {
  return () => {
    throw notHere
  }
}

const nothing = () => undefined
export const useEffect = nothing
export const useLayoutEffect = nothing

export function useState<T>(initial: T | (() => T)): [T, () => void] {
  return [initial instanceof Function ? initial() : initial, nothing]
}

export function useRef<T>(current: T) {
  return { current }
}

export function useSyncExternalStore<T>(_subscribe: unknown, get: () => T): T {
  return get()
}

let ids = 0
export function useId(): string {
  ids += 1
  return `early-${ids}`
}

/** Returns the DOM nodes of what a component drew. */
export function draw(node: unknown, isInSvg = false): Node[] {
  if (node === null || node === undefined || typeof node === 'boolean') return []
  if (node instanceof Node) return [node]
  if (Array.isArray(node)) return node.flatMap(each => draw(each, isInSvg))
  if (typeof node !== 'object') return [new Text(String(node))]
  const { type, props } = node as Drawn
  if (typeof type !== 'string') return draw(type(props), isInSvg)
  const isSvg = isInSvg || type === 'svg'
  const element = isSvg
    ? document.createElementNS('http://www.w3.org/2000/svg', type)
    : document.createElement(type)
  for (const [name, value] of Object.entries(props)) setAttribute(element, name, value)
  element.append(...draw(props.children, isSvg))
  return [element]
}

const NAMES: Record<string, string> = { className: 'class', tabIndex: 'tabindex' }

function setAttribute(element: Element, name: string, value: unknown): void {
  const isText = /^(aria|data)-/.test(name)
  const isLeftOut = name === 'children' || (value === false && !isText)
  if (isLeftOut || value === undefined || value === null || value instanceof Function) return
  element.setAttribute(NAMES[name] ?? name, value === true && !isText ? '' : String(value))
}
