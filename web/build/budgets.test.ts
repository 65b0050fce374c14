import { expect, test } from 'vitest'
import { type Manifest, weigh } from '#web/build/budgets.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['screens/home/Home.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_query.js': { file: 'query.js' },
  '_kit.js': { file: 'kit.js', imports: ['index.html'] },
  'shell/queries.tsx': { file: 'queries.js', imports: ['_query.js', '_react.js'] },
  'screens/login/Login.tsx': { file: 'login.js', imports: ['index.html'] },
  ...Object.fromEntries(
    ['home/Home', 'orders/Orders', 'bank/Bank', 'face/Face'].map(name => [
      `screens/${name}.tsx`,
      { file: `${name}.js`, imports: ['_kit.js', '_query.js', 'index.html'] },
    ]),
  ),
}
const sizes: Record<string, number> = {
  'entry.js': 10,
  'react.js': 60,
  'login.js': 5,
  'query.js': 7,
  'queries.js': 1,
  'kit.js': 3,
  'home/Home.js': 9,
}

test('the first page is the entry and the sign-in screen; shared chunks count once; a page counts what it adds', () => {
  const weights = weigh(manifest, file => sizes[file] ?? 2)
  expect(weights.map(({ what, bytes }) => [what, bytes])).toEqual([
    ['first page (sign-in)', 75],
    ['shared by borrowers’ pages', 11],
    ['screens/home/Home.tsx', 9],
    ['screens/orders/Orders.tsx', 2],
    ['screens/bank/Bank.tsx', 2],
    ['screens/face/Face.tsx', 2],
  ])
})
