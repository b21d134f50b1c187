import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { ImportFile } from '@rollcall/contract'
import { type Draft, type Mutation, setHeader } from './draft.ts'
import { KEYS, NUMBERS, OTHERS, TEXTS, UNSTORABLE } from './hostile-values.ts'
import type { Random } from './random.ts'
import { type Shape, valueFor } from './schema-values.ts'

type Container = Record<string, unknown> | unknown[]
interface Place {
  readonly holder: Container
  readonly key: string
  readonly shape: Shape
}

const shapeOf = ({ operation, variant }: Draft): Shape =>
  (operation === 'runImport' ? ImportFile : (variant.endpoint.body ?? {})) as unknown as Shape

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Everything that stands in a body, and what its schema says could. */
const placesIn = (holder: Container, shape: Shape): Place[] => {
  const known = Object.keys(shape.properties ?? {})
  const names = new Set([...Object.keys(holder), ...(Array.isArray(holder) ? [] : known)])
  return [...names].flatMap((key): Place[] => {
    const open = typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {}
    const child = (Array.isArray(holder) ? shape.items : (shape.properties?.[key] ?? open)) ?? {}
    const value = Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined
    return [{ holder, key, shape: child }, ...(isContainer(value) ? placesIn(value, child) : [])]
  })
}

/** A copy, as later mutations change what stands there. */
const set = ({ holder, key }: Place, given: unknown): void => {
  Object.defineProperty(holder, key, { value: structuredClone(given), writable: true, enumerable: true, configurable: true })
}

/** A mutation of one place of the body. */
const atPlace =
  (what: string, change: (place: Place, random: Random, ...rest: Parameters<Mutation>) => unknown): Mutation =>
  (draft, random, world) => {
    if (!isContainer(draft.json)) return undefined
    const places = placesIn(draft.json, shapeOf(draft))
    if (places.length === 0) return undefined
    const place = random.pick(places)
    change(place, random, draft, random, world)
    return `${what} at ${place.key.slice(0, 50)}`
  }

const fitting = atPlace('a value of the schema', (place, random, _draft, _random, { known }) =>
  set(place, valueFor(place.shape, random, known)),
)

const strange = atPlace('a strange value', (place, random) =>
  set(place, random.pick(random.pick<readonly unknown[]>([TEXTS, UNSTORABLE, NUMBERS, OTHERS]))),
)

const left = atPlace('nothing', ({ holder, key }) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
})

const added = atPlace('a key more', ({ holder, shape }, random) => {
  if (!Array.isArray(holder)) set({ holder, key: random.pick(KEYS), shape }, random.pick([...OTHERS, ...TEXTS]))
})

const repeated = atPlace('an item again', ({ holder }, random) => {
  if (Array.isArray(holder))
    for (let times = random.pick([1, 1, 2, 30]); times > 0; times--) holder.push(structuredClone(holder[0]))
})

const nested = atPlace('depth', (place, random) => {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"x":[', ']}]'],
  ] as const)
  const depth = random.pick([3, 100, 5_000])
  set(place, `@@raw:${open.repeat(depth)}1${close.repeat(depth)}@@`)
})

const whole: Mutation = (draft, random, { known }) => {
  if (draft.json === undefined) return undefined
  draft.json = structuredClone(
    random.chance(0.6) ? valueFor(shapeOf(draft), random, known) : random.pick([...OTHERS, ...NUMBERS]),
  )
  return 'another body'
}

const TEXT_CHANGES: readonly (readonly [string, (text: string, random: Random) => string])[] = [
  ['a key twice', (text) => text.replace(/\{("[^"]*"):/, '{$1:null,$1:')],
  ['the body twice', (text) => text + text],
  ['cut off', (text, random) => text.slice(0, random.below(text.length))],
  ['one character gone', (text, random) => text.replace(text[random.below(text.length)] ?? '', '')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['two byte order marks', (text) => `\ufeff\ufeff${text}`],
  ['white space', (text) => `\n\t\r ${text}${' '.repeat(10_000)}`],
  ['other white space', (text) => `\u00a0\u2028${text}`],
  ['a comment', (text) => `/* x */${text}// y`],
  ['escaped', (text) => text.replaceAll(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)],
  ['an escaped NUL', (text) => text.replace(/:"/, ':"\\u0000')],
  ['in a list', (text) => `[${text}]`],
  ['as text', (text) => JSON.stringify(text)],
  ['nothing', () => ''],
  ['as a form', (text) => `a=${encodeURIComponent(text)}`],
]

const rewritten: Mutation = (draft, random) => {
  if (draft.json === undefined) return undefined
  const [name, change] = random.pick(TEXT_CHANGES)
  draft.ofText.push((text) => change(text, random))
  return `JSON: ${name}`
}

const BYTE_CHANGES: readonly (readonly [string, (bytes: Buffer, random: Random) => Buffer])[] = [
  ['a byte changed', (bytes, random) => Buffer.from(bytes.map((byte, at) => (at === 20 ? random.below(256) : byte)))],
  ['invalid UTF-8', (bytes) => Buffer.concat([bytes.subarray(0, 12), Buffer.from([0xc3, 0x28, 0xff]), bytes.subarray(12)])],
  ['overlong UTF-8', (bytes) => Buffer.concat([bytes.subarray(0, 12), Buffer.from([0xc0, 0x80]), bytes.subarray(12)])],
  [
    'a surrogate in UTF-8',
    (bytes) => Buffer.concat([bytes.subarray(0, 12), Buffer.from([0xed, 0xa0, 0x80]), bytes.subarray(12)]),
  ],
  ['UTF-16', (bytes) => Buffer.from(bytes.toString(), 'utf16le')],
  ['noise', (_, random) => Buffer.from(Array.from({ length: 64 }, () => random.below(256)))],
]

const garbled: Mutation = (draft, random) => {
  if (draft.json === undefined) return undefined
  const [name, change] = random.pick(BYTE_CHANGES)
  draft.ofBytes.push((bytes) => change(bytes, random))
  return `bytes: ${name}`
}

const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024, '['), { level: 1 })
const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])],
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), Buffer.from('rest')])],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, 15)],
  ['gzip', () => BOMB],
  ['gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['deflate', (bytes) => deflateRawSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
  ['zstd', (bytes) => bytes],
  ['br', () => Buffer.alloc(0)],
  ['identity', (bytes) => bytes],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['x'.repeat(5_000), (bytes) => bytes],
]

const encoded: Mutation = (draft, random) => {
  if (draft.json === undefined) return undefined
  const [name, encode] = random.pick(CODINGS)
  setHeader(draft, 'Content-Encoding', name)
  draft.ofBytes.push(encode)
  return `Content-Encoding ${name.slice(0, 20)}`
}

/** Those that tend to pass the validator are there more often: behind it is most of what can break. */
export const BODY_MUTATIONS: readonly Mutation[] = [
  ...Array<Mutation>(12).fill(fitting),
  ...Array<Mutation>(3).fill(strange),
  ...[left, left, added, repeated, nested, whole, whole, rewritten, garbled, encoded],
]
