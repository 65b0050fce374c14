import { type ComponentType, use } from 'react'

/** A component whose code comes when it is first needed, or when it is sent for. */
export type LazyScreen = ComponentType & { readonly preload: () => Promise<void> }

/**
 * As React's `lazy`, but a component whose code has arrived is drawn at once: with `lazy` even then the place is held
 * first, and what holds a place stays for 300 ms.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let Loaded: ComponentType | undefined
  let coming: Promise<void> | undefined
  function preload(): Promise<void> {
    coming ??= load().then(found => {
      Loaded = found
    })
    return coming
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, when the routes are made, never while drawing
  function Screen() {
    if (!Loaded) use(preload())
    return Loaded && <Loaded />
  }
  return Object.assign(Screen, { preload })
}
