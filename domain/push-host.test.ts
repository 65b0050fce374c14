import { expect, test } from 'vitest'
import { pushServiceAddress } from '#domain/push-host.ts'

test.each([
  [
    'https://fcm.googleapis.com/fcm/send/dX_y-9:APA91b',
    'fcm.googleapis.com',
    '/fcm/send/dX_y-9:APA91b',
  ],
  [
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA==',
    'updates.push.services.mozilla.com',
    '/wpush/v2/gAAAA==',
  ],
  ['https://web.push.apple.com/QGuz', 'web.push.apple.com', '/QGuz'],
  [
    'https://sg2p.notify.windows.com/w/?token=BQYAAA%2b%2f',
    'sg2p.notify.windows.com',
    '/w/?token=BQYAAA%2b%2f',
  ],
])('%s is a push service’s', (endpoint, host, path) => {
  expect(pushServiceAddress(endpoint)).toEqual({ hostname: host, port: 443, host, path })
})

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com:443/x',
  'https://fcm.googleapis.com:/x',
  'https://xcm.googleapis.com/x',
  'https://user@fcm.googleapis.com/x',
  'https://user:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://fcm.googleapis.com./x',
  'https://evilpush.apple.com/x',
  'https://.push.apple.com/x',
  'https://..push.apple.com/x',
  'https://push.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://localhost:9443/x',
  'https:/fcm.googleapis.com/x',
  'https:fcm.googleapis.com/x',
  'https:///fcm.googleapis.com/x',
  'https:/fcm.googleapis.com/@127.0.0.1/x',
  'https:/fcm.googleapis.com@127.0.0.1/x',
  'https:\\\\fcm.googleapis.com/x',
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https://127.0.0.1\\.push.apple.com/x',
  'https://127.0.0.1/.push.apple.com/\\x',
  'https://127.0.0.1#.push.apple.com/x',
  'https://127.0.0.1?.push.apple.com/x',
  'https://127.0.0.1%2f.push.apple.com/x',
  'https://127.0.0.1;.push.apple.com/x',
  'HTTPS://fcm.googleapis.com/x',
  'https://FCM.googleapis.com/x',
  'https://fcm\t.googleapis.com/x',
  'https://fcm.googleapis.com/x\n',
  ' https://fcm.googleapis.com/x',
  'https://fcm.googleapis.com/x y',
  'https://fcm.googleapis.com/x#y',
  'https://fcm。googleapis.com/x',
  'https://ⓕcm.googleapis.com/x',
  'https://fcm.googleapis.com',
  'https://a.b.xn--_.push.apple.com/x',
  '',
])('%j is not', endpoint => {
  expect(pushServiceAddress(endpoint)).toBeUndefined()
})

test('a configured host is accepted too, with its port', () => {
  const extra = ['localhost:9443', 'push.test', 'push.test.', '127.0.0.1']
  expect(pushServiceAddress('https://localhost:9443/x', extra)).toMatchObject({
    hostname: 'localhost',
    port: 9443,
  })
  expect(pushServiceAddress('https://push.test/x', extra)).toMatchObject({
    host: 'push.test',
    port: 443,
  })
  for (const other of [
    'https://localhost:9444/x',
    'http://localhost:9443/x',
    'https://push.test:9443/x',
    'https://127.0.0.1/x',
    'https://push.test./x',
  ])
    expect(pushServiceAddress(other, extra), other).toBeUndefined()
})
