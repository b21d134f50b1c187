import { readdir, readFile } from 'node:fs/promises'
import { join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** Which folders each folder imports, with the first file that does. */
type Arrows = Map<string, Map<string, string>>

const featureOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined)

const readArrows = async (): Promise<Arrows> => {
  const arrows: Arrows = new Map()
  for (const path of await readdir(SOURCE, { recursive: true })) {
    const feature = featureOf(path)
    if (!feature || !path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const from = arrows.get(feature) ?? new Map<string, string>()
    arrows.set(feature, from)
    for (const [, specifier] of (await readFile(join(SOURCE, path), 'utf8')).matchAll(IMPORTED)) {
      const imported = featureOf(relative(SOURCE, normalize(join(SOURCE, path, '..', specifier as string))))
      if (imported && imported !== feature && !from.has(imported)) from.set(imported, `${path} imports ${specifier}`)
    }
  }
  return arrows
}

/** The steps of one way round, where there is one. */
const findCycle = (arrows: Arrows): string[] | undefined => {
  const done = new Set<string>()
  const walk = (feature: string, way: readonly string[], steps: readonly string[]): string[] | undefined => {
    if (way.includes(feature)) return steps.slice(way.indexOf(feature))
    if (done.has(feature)) return undefined
    for (const [next, step] of arrows.get(feature) ?? []) {
      const found = walk(next, [...way, feature], [...steps, step])
      if (found) return found
    }
    done.add(feature)
    return undefined
  }
  for (const feature of arrows.keys()) {
    const found = walk(feature, [], [])
    if (found) return found
  }
  return undefined
}

test('features import each other in one direction only', async () => {
  const arrows = await readArrows()
  expect(arrows.get('bookings')?.has('plans')).toBe(true)
  expect(findCycle(arrows)).toBeUndefined()
})

test('a way round is told step by step, however long it is', () => {
  const arrows: Arrows = new Map([
    ['a', new Map([['b', 'a/x.ts imports ../b/y.ts']])],
    ['b', new Map([['c', 'b/y.ts imports ../c/z.ts']])],
    ['c', new Map([['b', 'c/z.ts imports ../b/y.ts']])],
  ])
  expect(findCycle(arrows)).toEqual(['b/y.ts imports ../c/z.ts', 'c/z.ts imports ../b/y.ts'])
})

/** Where secrets are compared, and with what: a comparison that ends early tells how much was right. */
const COMPARING: Record<string, string> = {
  'access/key-secret.ts': 'sameSecret(hashSecret(secret), stored ?? NOBODY) && stored !== undefined',
  'access/passwords.ts': 'sameSecret(derived, expected) && stored !== undefined',
  'access/signed-in.ts': 'sameSecretText(given, csrfToken)',
}

test('secrets are compared in one module, in constant time', async () => {
  const comparing: string[] = []
  for (const path of await readdir(SOURCE, { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCE, path), 'utf8')
    if (text.includes('timingSafeEqual')) expect(path).toBe('access/constant-time.ts')
    if (text.includes('/constant-time.ts')) comparing.push(path)
  }
  expect(comparing.sort()).toEqual(Object.keys(COMPARING))
  for (const [path, expression] of Object.entries(COMPARING)) {
    expect(await readFile(join(SOURCE, path), 'utf8')).toContain(expression)
  }
  const digests = await readFile(join(SOURCE, 'access/key-secret.ts'), 'utf8')
  expect(digests).toContain('sameSecret(Buffer.from(given.toLowerCase()), Buffer.from(expected))')
  const metrics = await readFile(join(SOURCE, 'http/discovery-routes.ts'), 'utf8')
  expect(metrics).toContain(`digestsMatch(hmacHex('metrics', given), hmacHex('metrics', expected))`)
  expect(await readFile(join(SOURCE, 'access/constant-time.ts'), 'utf8')).toContain('timingSafeEqual(a, b)')
})
