import type { Mutation } from './draft.ts'
import { DAYS, TIMESTAMPS } from './hostile-days.ts'
import { KEYS, TEXTS } from './hostile-values.ts'
import type { Random } from './random.ts'
import { type Shape, valueFor } from './schema-values.ts'

/** Percent-encodes; what cannot be encoded becomes unexpected bytes. */
const encode = (value: unknown, random: Random): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (random.chance(0.1))
    return Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[\r\n\0 ]/g, '+')
  return encodeURIComponent(text.toWellFormed())
}

const queryShape = (draft: Parameters<Mutation>[0]): Readonly<Record<string, Shape>> =>
  (draft.variant.endpoint.query?.properties ?? {}) as unknown as Record<string, Shape>

const fittingQuery: Mutation = (draft, random, { known }) => {
  const shapes = Object.entries(queryShape(draft))
  if (shapes.length === 0) return undefined
  const [name, shape] = random.pick(shapes)
  const value = valueFor(shape, random, known)
  draft.query = [...draft.query.filter(([other]) => other !== name), [name, encode(value, random)]]
  return `query ${name}`
}

const listedIds: Mutation = (draft, random, { known }) => {
  const name = Object.keys(queryShape(draft)).find((each) => each.endsWith('Ids'))
  if (!name) return undefined
  const ids = Array.from({ length: random.pick([1, 2, 999, 1_000, 1_001]) }, () =>
    random.pick([...known.own, ...known.foreign, '', 'x']),
  )
  draft.query = [...draft.query.filter(([other]) => other !== name), [name, ids.join(random.pick([',', ',,', '%2C', ', ', ';']))]]
  return `query ${name}: ${ids.length} ids`
}

/** Cursors that look like ours and hold what ours never do. */
const cursor: Mutation = (draft, random) => {
  if (!('cursor' in queryShape(draft))) return undefined
  const value = () =>
    random.pick<unknown>([
      ...TEXTS.slice(0, 60),
      ...DAYS,
      random.pick(TIMESTAMPS),
      null,
      1,
      1e308,
      [],
      {},
      '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
    ])
  const values = random.pick<unknown>([
    [value()],
    [value(), value()],
    [value(), value(), value()],
    value(),
    { 0: value(), length: 1 },
  ])
  const text = Buffer.from(JSON.stringify(values)).toString('base64url')
  draft.query = [
    ...draft.query.filter(([other]) => other !== 'cursor'),
    ['cursor', text.slice(0, random.pick([1_000, 1_000, 1_001, 5]))],
  ]
  return 'query cursor'
}

const strangeQuery: Mutation = (draft, random) => {
  const known = Object.keys(queryShape(draft))
  const name = known.length > 0 && random.chance(0.5) ? random.pick(known) : encode(random.pick(KEYS), random)
  const value = encode(random.pick(TEXTS.slice(0, 60)), random)
  const forms: readonly (readonly [string, string])[][] = [
    [[name, value]],
    [
      [name, value],
      [name, value],
    ],
    [[`${name}[]`, value]],
    [[`${name}[0]`, value]],
    [[`${name}%00`, value]],
    [[name, '\0none']],
    [['', value]],
    [[name, '%']],
    [[name, '%zz%c3%28']],
    [[name, '%ED%A0%80']],
    [[name, '%00']],
    [[name, 'x;y=1']],
    Array.from({ length: 3_000 }, (_, index) => [`p${index}`, '1'] as const),
    [[name, `${value}#fragment`]],
  ]
  const added = random.pick(forms)
  draft.query = random.chance(0.5) ? [...draft.query, ...added] : [...added, ...draft.query]
  return `query ${name.slice(0, 30)} in another form`
}

const left: Mutation = (draft, random) => {
  if (draft.query.length === 0) return undefined
  const gone = random.pick(draft.query)
  draft.query = draft.query.filter((pair) => pair !== gone)
  return `no query ${gone[0]}`
}

const segment: Mutation = (draft, random, { known }) => {
  const segments = draft.path.split('/')
  const parameters = [...draft.variant.path.split('/').entries()].filter(([, each]) => each.startsWith('{'))
  if (parameters.length === 0) return undefined
  const [at, name] = random.pick(parameters)
  const days: readonly string[] = name === '{day}' ? [...DAYS, ...DAYS, ...DAYS] : []
  segments[at] = encode(random.pick([...known.own, ...known.foreign, ...TEXTS.slice(1), ...days, 'me']), random).replaceAll(
    '?',
    '%3F',
  )
  draft.path = segments.join('/')
  return `path ${name}`
}

const PATHS: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.toUpperCase(),
  (path) => `${path};jsessionid=1`,
  (path) => `${path}/..`,
  (path) => `${path}/../../v1/analytics/users`,
  (path) => `/assets/..${path}`,
  (path) => `/assets/%2e%2e/%2e%2e/package.json${path}`,
  (path) => `${path}%00`,
  (path) => `${path}%2f`,
  (path) => `${path}/%`,
  (path) => `${path}/%c0%ae%c0%ae`,
  (path) => `${path}\\..\\`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/${'x'.repeat(20_000)}`,
  (path) => `${path}${'/a'.repeat(5_000)}`,
  (path) => `http://evil.example${path}`,
  (path) => `//evil.example${path}`,
  (path) => `${path}\u00e4\u00ff`,
  (path) => `${path}?a=b?c=d`,
  (path) => `${path}#x`,
  () => '*',
  () => '/',
  () => '',
  (path) => `${path}/basic`,
  (path) => path.replace(/\/[^/]*$/, '/__proto__'),
]

const path: Mutation = (draft, random) => {
  draft.path = random.pick(PATHS)(draft.path, random)
  return 'another path'
}

const method: Mutation = (draft, random) => {
  draft.method = random.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'get',
    'XYZZY',
    'QUERY',
  ])
  return `method ${draft.method}`
}

export const QUERY_MUTATIONS: readonly Mutation[] = [
  fittingQuery,
  fittingQuery,
  fittingQuery,
  listedIds,
  cursor,
  strangeQuery,
  left,
]
export const PATH_MUTATIONS: readonly Mutation[] = [segment, segment, segment, path, method]
