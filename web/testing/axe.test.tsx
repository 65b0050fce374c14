import { expect, test } from 'vitest'
import { violations } from '#web/testing/axe.ts'

test('finds a field, a picture and a dialog without a name, and an unknown role', async () => {
  document.body.innerHTML =
    '<main><h1>A page</h1><label>Amount <input></label><dialog open aria-label="Pay">A</dialog></main>'
  expect(await violations()).toEqual([])
  document.body.innerHTML =
    '<main><h1>A page</h1><input><img src="data:,"><p role="nothing">A</p><dialog open>A</dialog></main>'
  expect((await violations()).map(text => text.split(':')[0]).sort()).toEqual([
    'aria-roles',
    'dialog-name',
    'image-alt',
    'label',
  ])
  document.body.replaceChildren()
})
