type ShellWindow = {
  readonly SaralShell?: object
  readonly webkit?: { readonly messageHandlers?: { readonly saralShell?: object } }
}

/** Whether one of our native apps is showing these pages (bridge.ts). */
export function isInNativeShell(window: unknown = globalThis): boolean {
  const { SaralShell, webkit } = window as ShellWindow
  return SaralShell !== undefined || webkit?.messageHandlers?.saralShell !== undefined
}
