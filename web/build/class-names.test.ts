import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { classNames } from '#web/build/class-names.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const name = classNames(root)

test('a class has the same short name in both builds, wherever the project is', () => {
  expect(name('box', `${root}ui/Field.module.css`)).toMatch(/^box_[0-9a-f]{4}$/)
  expect(name('box', `${root}ui/Field.module.css?used`)).toBe(
    name('box', `${root}ui/Field.module.css`),
  )
  expect(classNames('/elsewhere/web/')('box', '/elsewhere/web/ui/Field.module.css')).toBe(
    name('box', `${root}ui/Field.module.css`),
  )
})

test('no two style sheets share a class name', () => {
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.module.css'),
  )
  expect(sheets.length).toBeGreaterThan(1)
  expect(new Set(sheets.map(sheet => name('box', root + sheet))).size).toBe(sheets.length)
})
