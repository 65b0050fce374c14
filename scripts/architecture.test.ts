import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { orderDiagram } from '#domain/lending/order.ts'

const architecture = readFileSync(
  fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url)),
  'utf8',
)

test('ARCHITECTURE.md shows the order diagram that the table of moves draws', () => {
  const drawn =
    /<!-- order diagram: begin -->\n```mermaid\n([\s\S]*?)\n```\n<!-- order diagram: end -->/.exec(
      architecture,
    )?.[1]
  expect(drawn).toBe(orderDiagram())
})
