import { describe, expect, test } from 'vitest'
import { forbiddenImports, importsOf } from './border.ts'
import { sourceFiles } from './source-files.ts'

test('no file of the repository breaks the import rule', () => {
  const files = sourceFiles().filter(({ path }) => /\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap(forbiddenImports)).toEqual([])
})

const forbidden: [from: string, specifier: string][] = [
  ['domain/lending/order.ts', '#contract/order.ts'],
  ['domain/lending/order.ts', '#server/app.ts'],
  ['domain/lending/order.ts', 'valibot'],
  ['domain/lending/order.ts', 'node:fs'],
  ['domain/lending/order.ts', '#words/say.ts'],
  ['domain/lending/order.ts', '#simulation/oracle/loan.ts'],
  ['domain/testing/by-oracle.ts', '#simulation/verdict.ts'],
  ['words/say.ts', '#contract/codes.ts'],
  ['contract/order.ts', '#words/say.ts'],
  ['web/screens/home/home.tsx', '#words/say.ts'],
  ['contract/order.ts', '#server/app.ts'],
  ['contract/order.ts', '#web/paths.ts'],
  ['contract/order.ts', 'fastify'],
  ['server/app.ts', '#web/paths.ts'],
  ['web/main.tsx', '#server/app.ts'],
  ['web/main.test.ts', '#server/app.ts'],
  ['web/screens/home/home.tsx', '#web/screens/login/phone.ts'],
  ['web/ui/button.tsx', '#contract/order.ts'],
  ['web/ui/button.tsx', '#web/api/client.ts'],
  ['web/ui/button.tsx', '#web/screens/home/home.tsx'],
  ['web/ui/button.tsx', '#domain/lending/order.ts'],
  ['server/lending/routes/order.ts', '#server/providers/sms/simulator.ts'],
  ['server/lending/payout/payout.ts', '#server/providers/payout/razorpay.ts'],
  ['server/lending/routes/order.ts', '../app.ts'],
  ['simulation/oracle/loan.ts', '#domain/money.ts'],
  ['simulation/oracle/loan.ts', '#simulation/verdict.ts'],
  ['simulation/oracle/loan.test.ts', '#domain/lending/terms.ts'],
  ['simulation/oracle/loan.test.ts', 'fast-check'],
]

test.each(forbidden)('%s must not import %s', (path, specifier) => {
  expect(forbiddenImports({ path, text: `import { a } from '${specifier}'` })).toHaveLength(1)
})

const allowed: [from: string, specifier: string][] = [
  ['domain/lending/order.ts', './money.ts'],
  ['domain/lending/order.test.ts', 'fast-check'],
  ['domain/testing/by-oracle.ts', '#simulation/oracle/loan.ts'],
  ['contract/order.ts', '#domain/lending/order.ts'],
  ['contract/order.ts', 'valibot'],
  ['contract/order.ts', '#words/language.ts'],
  ['words/format.ts', '#domain/money.ts'],
  ['server/lending/routes/order.ts', '#words/say.ts'],
  ['web/build/catalogues.ts', '#words/compile.ts'],
  ['server/lending/routes/order.ts', '#contract/order.ts'],
  ['server/lending/routes/order.ts', '#server/providers/sms/port.ts'],
  ['server/main.ts', './providers/sms/simulator.ts'],
  ['server/lending/payout/payout.test.ts', '#server/providers/payout/simulator.ts'],
  ['web/routes.tsx', './screens/home/home.tsx'],
  ['web/screens/home/home.tsx', './card.tsx'],
  ['web/screens/home/home.tsx', '#web/ui/button.tsx'],
  ['web/ui/amount.tsx', '#domain/money.ts'],
  ['e2e/home.e2e.ts', '#server/platform/config.ts'],
  ['e2e/home.e2e.ts', '#web/paths.ts'],
  ['simulation/oracle/loan.ts', './facts.ts'],
  ['simulation/oracle/loan.test.ts', 'vitest'],
  ['simulation/verdict.ts', '#simulation/oracle/loan.ts'],
  ['bench/main.ts', '#e2e/rig/server.ts'],
]

test.each(allowed)('%s may import %s', (path, specifier) => {
  expect(forbiddenImports({ path, text: `import { a } from '${specifier}'` })).toEqual([])
})

describe('importsOf finds every form of import', () => {
  const forms: [form: string, text: string][] = [
    ['a default import', "import a from './a.ts'"],
    ['several lines', "import {\n  a,\n  b,\n} from './a.ts'"],
    ['a type', "import type { A } from './a.ts'"],
    ['a side effect', "import './a.ts'"],
    ['a re-export', "export * from './a.ts'"],
    ['a dynamic import', "const a = lazy(() => import('./a.ts'))"],
    ['after another statement', "const b = 1\nimport { a } from './a.ts'"],
  ]

  test.each(forms)('%s', (_form, text) => {
    expect(importsOf(text)).toEqual(['./a.ts'])
  })

  test('and ignores those in comments', () => {
    expect(importsOf("// import { a } from './a.ts'\n/* import './a.ts' */\n")).toEqual([])
  })
})
