import { expect, test } from 'vitest'
import { html } from '#server/platform/http/html.ts'

test('escapes inserted text, but not text that is already HTML', () => {
  const name = `<b title="x">'Asha' & co</b>`
  expect(html`<p>${name}</p>`.html).toBe(
    '<p>&lt;b title=&quot;x&quot;&gt;&#39;Asha&#39; &amp; co&lt;/b&gt;</p>',
  )
  expect(html`<ul>${[1, 2].map(count => html`<li>${count}</li>`)}</ul>${undefined}`.html).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  )
})
