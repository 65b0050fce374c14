/** The faults of a request besides its input. */

/** A request as it goes over the wire. */
export type WireRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
  /** Over a real connection, because the address of an injected request would be normalised. */
  readonly isRaw?: true
}

type Twist = (wire: WireRequest) => WireRequest

const header =
  (name: string, value: string): Twist =>
  wire => ({ ...wire, headers: { ...wire.headers, [name]: value } })
const method =
  (name: string): Twist =>
  wire => ({ ...wire, method: name })
const without =
  (name: string): Twist =>
  wire => ({
    ...wire,
    headers: Object.fromEntries(Object.entries(wire.headers).filter(([each]) => each !== name)),
  })
const address =
  (change: (url: string) => string): Twist =>
  wire => ({ ...wire, url: change(wire.url), isRaw: true })
const query =
  (more: string): Twist =>
  wire => ({ ...wire, url: `${wire.url}${wire.url.includes('?') ? '&' : '?'}${more}` })
const body =
  (change: (text: Buffer) => Buffer): Twist =>
  wire =>
    wire.payload ? { ...wire, payload: change(wire.payload) } : wire

const ownKeys = (text: string) => /^\{\s*"/.test(text)
const withKey = (key: string): Twist =>
  body(bytes => {
    const text = bytes.toString()
    return ownKeys(text) ? Buffer.from(`{"${key}":{"isAdmin":true},${text.slice(1)}`) : bytes
  })
/** The first field a second time. */
const repeatedField: Twist = body(bytes => {
  const [, first] = /^\{("[^"\\]*":(?:"[^"\\]*"|[\d.]+))[,}]/.exec(bytes.toString()) ?? []
  return first ? Buffer.from(`{${first},${bytes.toString().slice(1)}`) : bytes
})
const repeatedQuery: Twist = wire => {
  const [, first] = /\?([^&]+)/.exec(wire.url) ?? []
  return first ? query(first)(wire) : wire
}
const LARGE = 20_000
const deep = (open: string, close: string) =>
  body(() => Buffer.from(`${open.repeat(LARGE / 2)}0${close.repeat(LARGE / 2)}`))
const TOO_LARGE = 70_000

export const TWISTS: Readonly<Record<string, Twist>> = {
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map(name => [name, method(name)]),
  ),
  'no content type': without('content-type'),
  'text instead of JSON': header('content-type', 'text/plain'),
  'XML instead of JSON': header('content-type', 'application/xml'),
  'JSON in another character set': header('content-type', 'application/json; charset=utf-16le'),
  'an unreadable content type': header('content-type', 'application/json; ;;=__proto__'),
  'fields of an address in the body': header('content-type', 'application/x-www-form-urlencoded'),
  'a form without a boundary': header('content-type', 'multipart/form-data'),
  'a form with another boundary': header('content-type', 'multipart/form-data; boundary=other'),
  'a body cut off': body(bytes => bytes.subarray(0, Math.ceil(bytes.length / 2))),
  'no body': body(() => Buffer.alloc(0)),
  'a body with an end too many': body(bytes => Buffer.concat([bytes, Buffer.from('}')])),
  'a byte order mark': body(bytes => Buffer.concat([Buffer.from('\ufeff'), bytes])),
  'bytes that are no text': body(bytes => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])),
  'a body that is too large': body(bytes => Buffer.concat([bytes, Buffer.alloc(TOO_LARGE, ' ')])),
  'a prototype in the body': withKey('__proto__'),
  'a constructor in the body': withKey('constructor'),
  'a deep list for a body': deep('[', ']'),
  'a deep object for a body': deep('{"a":', '}'),
  'a field twice': repeatedField,
  'a query key twice': repeatedQuery,
  'a prototype in the query': query('__proto__[isAdmin]=1'),
  'a query of another form': query('borrowerId[]=1&a[b]=c&&=&%'),
  'two slashes': address(url => url.replace('/v1/', '//v1/')),
  'two slashes at the start': address(url => `/${url}`),
  'dot segments': address(url => url.replace('/api1/', '/api1/x/../')),
  'hidden dot segments': address(url => url.replace('/api1/', '/api1/%2e%2e/api1/')),
  'a backslash': address(url => url.replace('/api1/', '/api1\\')),
  'a hidden slash': address(url => url.replace('/api1/', '/api1%2f')),
  'a NUL in the address': address(url => url.replace(/(\?|$)/, '%00$1')),
  'an unreadable address': address(url => url.replace(/(\?|$)/, '%zz$1')),
  'a path parameter': address(url => url.replace(/(\?|$)/, ';jsessionid=1$1')),
  'a slash at the end': address(url => url.replace(/(\?|$)/, '/$1')),
  'capitals in the address': address(url => url.replace('/api1/', '/API1/')),
  'a long address': address(url => `${url}${url.includes('?') ? '&' : '?'}${'x'.repeat(LARGE)}=1`),
  'large headers': wire => ({ ...header('x-large', 'x'.repeat(LARGE))(wire), isRaw: true }),
  'a page of another site': header('sec-fetch-site', 'cross-site'),
  'a host of somebody else': header('host', 'evil.example'),
  'an unknown language': header('x-language', '__proto__'),
  'an unlikely browser': header('web_uuid', 'x'.repeat(LARGE / 10)),
  'an unlikely system': header('os', '__proto__'),
  'an unlikely device': header('deviceid', "'; DROP TABLE session; --"),
  'a link of nobody': header('link-token', 'A'.repeat(43)),
  'a foreign address': header('x-forwarded-for', '::1, 999.0.0.1'),
  'another method in a header': header('x-http-method-override', 'DELETE'),
  'a cookie that is none': header('cookie', '=; ;saral-insecure-session=%zz; a'),
  'a prototype for a cookie': header('cookie', '__proto__=x; saral-insecure-session=__proto__'),
  'a token that is none': header('token', '__proto__'),
  'a large token': header('token', 'x'.repeat(LARGE / 10)),
}
