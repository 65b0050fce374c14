import { type ComponentType, use } from 'react'

/** A component whose code comes when it is first needed, or when it is sent for. */
export type Late = ComponentType & { readonly arrive: () => Promise<void> }

/**
 * As React's `lazy`, but a component whose code has arrived is drawn at once: with `lazy` even then the place is held
 * first, and what holds a place stays for 300 ms.
 */
export function late(load: () => Promise<ComponentType>): Late {
  let Arrived: ComponentType | undefined
  let coming: Promise<void> | undefined
  function arrive(): Promise<void> {
    coming ??= load().then(found => {
      Arrived = found
    })
    return coming
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, when the routes are made, never while drawing
  function Screen() {
    if (!Arrived) use(arrive())
    return Arrived && <Arrived />
  }
  return Object.assign(Screen, { arrive })
}
