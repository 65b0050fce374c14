import { beforeAll, expect, test } from 'vitest'
import { loadAreas } from '#web/locales/i18n.ts'
import { dataFile } from './data-file.ts'

const data = {
  madeAt: new Date('2026-11-21T20:00:00Z'),
  sections: [
    {
      kind: 'identity' as const,
      parts: [[{ field: 'name', label: 'Name', value: 'Asha <b>Verma</b>' }]],
    },
    {
      kind: 'number' as const,
      parts: [[{ field: 'mobileNumber', label: 'Mobile number', value: '919876543210' }]],
    },
  ],
  pictures: [
    {
      kind: 'pictures' as const,
      mediaType: 'image/png',
      takenAt: new Date('2026-11-20T10:00:00Z'),
      base64: 'iVBORw0K',
    },
  ],
  consents: [
    {
      purpose: 'basic' as const,
      textVersion: '2026-11',
      language: 'en' as const,
      words: 'First.\n\nSecond.',
      givenAt: new Date('2026-11-20T10:00:00Z'),
      withdrawnAt: null,
    },
  ],
}
beforeAll(() => loadAreas(['data']))

test('names the file by its day in India, and not by the borrower', () => {
  expect(dataFile('json', data).name).toBe('saral-data-2026-11-22.json')
  expect(dataFile('html', data).name).toBe('saral-data-2026-11-22.html')
})

test('writes all data into the JSON file', () => {
  expect(JSON.parse(dataFile('json', data).text)).toEqual(JSON.parse(JSON.stringify(data)))
})

test('writes one page in which answers are escaped', () => {
  const { text } = dataFile('html', data)
  expect(text).toContain('<dt>Name</dt><dd>Asha &lt;b&gt;Verma&lt;/b&gt;</dd>')
  expect(text).toContain('<img src="data:image/png;base64,iVBORw0K"')
  expect(text).toContain('First.<br><br>Second.')
  expect(text).not.toMatch(/<script|src="http|href=/)
})
