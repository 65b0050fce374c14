import { expect, test } from 'vitest'
import { fetchAhead } from '#web/sw/fetch-ahead.ts'

test('fetches each file once that is not stored, four at a time, and survives those that fail', async () => {
  const files = Array.from({ length: 12 }, (_, index) => `/assets/${index}.js`)
  const fetched: string[] = []
  let open = 0
  let maxOpen = 0
  await fetchAhead(
    files,
    async file => file === '/assets/3.js',
    async file => {
      fetched.push(String(file))
      open += 1
      maxOpen = Math.max(maxOpen, open)
      await new Promise(resolve => setTimeout(resolve, 2))
      open -= 1
      if (file === '/assets/5.js') throw new TypeError('Failed to fetch')
      return new Response('')
    },
  )
  expect(fetched.sort()).toEqual(files.filter(file => file !== '/assets/3.js').sort())
  expect(maxOpen).toBe(4)
})
