import { fileURLToPath } from 'node:url'
import { catalogues } from '#web/build/catalogues.ts'
import { withoutProse } from '#web/build/prose.ts'

const early = (file: string) => fileURLToPath(new URL(`../early/${file}`, import.meta.url))

/** The modules that the script in the home page replaces. */
const LEFT_OUT = [
  'wouter',
  '@tanstack/react-query',
  '#contract/content.ts',
  '#contract/order.ts',
  '#web/api/useAction.ts',
  '#web/api/useCall.ts',
  '#web/device/push.ts',
  '#web/loan/Listen.tsx',
  '#web/loan/PaymentLine.tsx',
  '#web/locales/i18n.ts',
  '#web/ui/Empty.tsx',
  './HomeDialogs.tsx',
  './OutcomeView.tsx',
  './useApply.ts',
  './useNews.ts',
]

/**
 * Builds the script in the home page from the app's own components, so that both draw the same.
 * Modules that need React or run only later are replaced.
 */
export const earlyHomeBuild = {
  plugins: [catalogues(), withoutProse()],
  resolve: {
    alias: [
      { find: /^react(\/jsx-runtime)?$/, replacement: early('react.ts') },
      ...LEFT_OUT.map(find => ({ find, replacement: early('stand-ins.ts') })),
    ],
  },
}

/** The ids of messages that a built script names. */
export function messageIdsIn(script: string): string[] {
  return [
    ...new Set([...script.matchAll(/["'`]([a-z]+(?:\.[\w-]+)+)["'`]/g)].map(([, id = '']) => id)),
  ]
}
