import { type ComponentType, use } from 'react'

/** A component whose code is loaded when it is first rendered, or by `preload`. */
export type LazyScreen = ComponentType & { readonly preload: () => Promise<void> }

/**
 * Works like React's `lazy`, but draws a component at once if its code is loaded: `lazy` would
 * still show the fallback first, which then stays for 300 ms.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  function preload(): Promise<void> {
    loading ??= load().then(component => {
      Loaded = component
    })
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, when the routes are created, never while rendering
  function Screen() {
    if (!Loaded) use(preload())
    return Loaded && <Loaded />
  }
  return Object.assign(Screen, { preload })
}
