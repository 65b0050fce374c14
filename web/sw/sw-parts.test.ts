import { describe, expect, test } from 'vitest'
import { isPagePath } from '#contract/page-path.ts'
import { routes } from '#web/routes.tsx'
import { messageIn, notificationFor } from '#web/sw/notification.ts'
import { shellOf } from '#web/sw/pages.ts'
import { languageOf } from '#words/language.ts'

describe('the service worker’s shell', () => {
  test.each([
    ['/', ['/prerendered/home.hi.html', '/index.html']],
    ['/login/', ['/prerendered/login.hi.html', '/index.html']],
    ['/orders/1/audit', ['/index.html']],
  ])('has the files of %s', (path, pages) => {
    expect(shellOf(path, 'hi')).toEqual(pages)
  })

  test.each([
    '/api1',
    '/api1/home/v1/index',
    '/console',
    '/console/',
    '/console/inbox',
    '/console/invitation',
    '/console/orders/1',
    '/sandbox',
    '/sandbox/pay/1',
    '/webhook/payment',
    '/files/a',
    '/health',
    '/ready',
    '/metrics',
    '/calendar/a',
    '/icons/icon-192.png',
    '/product/a.png',
    '/loginx',
    '//evil.example',
    '/what-comes-later',
  ])('leaves %s to the network', path => {
    expect(isPagePath(path)).toBe(false)
  })

  test.each(['/orders/a.b/audit', '/order/', '/product/weekly'])('serves %s', path => {
    expect(isPagePath(path)).toBe(true)
  })

  test.each(routes.map(({ path }) => path))('serves every page: %s', path => {
    expect(isPagePath(path.replace(/:[a-z]+/g, 'a'))).toBe(true)
  })

  test.each([
    ['hi', ['en-IN'], 'hi'],
    [undefined, ['fr', 'hi-IN', 'en'], 'hi'],
    [null, ['en-IN', 'hi'], 'en'],
    [undefined, [], 'en'],
  ] as const)('uses, with %s chosen and %j preferred, %s', (chosen, languages, language) => {
    expect(languageOf(chosen, languages)).toBe(language)
  })
})

describe('a push', () => {
  test('is shown with its text, under its tag and with its path', () => {
    const message = messageIn(
      JSON.stringify({
        title: 'Due soon',
        body: 'Tomorrow',
        path: '/orders/1/detail',
        tag: 'due-1',
      }),
    )
    expect(notificationFor(message)).toMatchObject({
      title: 'Due soon',
      options: { body: 'Tomorrow', tag: 'due-1', data: { path: '/orders/1/detail' } },
    })
  })

  test.each([undefined, '', 'no json', 'null', '7', '{}', '{"title":""}'])(
    'shows the name of the app if it cannot be parsed: %s',
    text => {
      expect(messageIn(text)).toEqual({ title: 'Saral', body: '', path: '/', tag: 'saral' })
    },
  )

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'never opens %s',
    path => {
      expect(messageIn(JSON.stringify({ title: 'x', path })).path).toBe('/')
    },
  )
})
