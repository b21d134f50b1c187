import { readdir, readFile } from 'node:fs/promises'
import { join, normalize, relative } from 'node:path'
import { describe, expect, it, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')
const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** From the ground up: a district imports its own files and those of the floors below it. */
const FLOORS = ['platform', 'gate', 'directory', 'intake', 'planning', 'warehouse', 'operations']

interface Arrow {
  /** From the file to the file, both relative to the source folder. */
  readonly from: string
  readonly to: string
}

const districtOf = (path: string): string => path.split('/')[0] as string

/** A folder of a district, such as `planning/bookings`, or a file that stands in the district itself. */
const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/')

const readArrows = async (): Promise<Arrow[]> => {
  const arrows: Arrow[] = []
  for (const from of await readdir(SOURCE, { recursive: true })) {
    if (!from.endsWith('.ts') || from.endsWith('.test.ts')) continue
    for (const [, specifier] of (await readFile(join(SOURCE, from), 'utf8')).matchAll(IMPORTED)) {
      arrows.push({ from, to: relative(SOURCE, normalize(join(SOURCE, from, '..', specifier as string))) })
    }
  }
  return arrows
}

/** Imports that lead to a higher floor, or from a district to the roof. */
const findUpward = (arrows: readonly Arrow[]): Arrow[] =>
  arrows.filter(({ from, to }) => {
    const floor = FLOORS.indexOf(districtOf(from))
    const target = FLOORS.indexOf(districtOf(to))
    return floor !== -1 && (target === -1 || target > floor)
  })

const byFolder = (arrows: readonly Arrow[]): Map<string, Map<string, string>> => {
  const folders = new Map<string, Map<string, string>>()
  for (const { from, to } of arrows) {
    if (folderOf(from) === folderOf(to)) continue
    const targets = folders.get(folderOf(from)) ?? new Map<string, string>()
    folders.set(folderOf(from), targets)
    if (!targets.has(folderOf(to))) targets.set(folderOf(to), `${from} imports ${to}`)
  }
  return folders
}

/** The imports of one circle, where there is one. */
const findCircle = (folders: ReturnType<typeof byFolder>): string[] | undefined => {
  const done = new Set<string>()
  const walk = (folder: string, path: readonly string[], steps: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return steps.slice(path.indexOf(folder))
    if (done.has(folder)) return undefined
    for (const [next, step] of folders.get(folder) ?? []) {
      const found = walk(next, [...path, folder], [...steps, step])
      if (found) return found
    }
    done.add(folder)
    return undefined
  }
  for (const folder of folders.keys()) {
    const found = walk(folder, [], [])
    if (found) return found
  }
  return undefined
}

describe('the house', () => {
  it('has seven districts, and no import leads to a higher floor', async () => {
    const arrows = await readArrows()
    expect(arrows.length).toBeGreaterThan(1000)
    expect(findUpward(arrows)).toEqual([])
  })

  it('has no circle of folders, type imports included', async () => {
    const folders = byFolder(await readArrows())
    expect(folders.get('planning/bookings')?.has('planning/plans')).toBe(true)
    expect(findCircle(folders)).toBeUndefined()
  })

  it('names an import that leads upward', () => {
    const upward = { from: 'intake/ingest/store.ts', to: 'planning/commands/command.ts' }
    const toRoof = { from: 'platform/db/pools.ts', to: 'service.ts' }
    const downward = { from: 'planning/commands/command.ts', to: 'intake/ingest/store.ts' }
    expect(findUpward([upward, downward, toRoof])).toEqual([upward, toRoof])
  })

  it('names each import of a circle, however long it is', () => {
    const arrows = byFolder([
      { from: 'gate/a/x.ts', to: 'gate/b/y.ts' },
      { from: 'gate/b/y.ts', to: 'gate/c/z.ts' },
      { from: 'gate/c/z.ts', to: 'gate/b/y.ts' },
    ])
    expect(findCircle(arrows)).toEqual(['gate/b/y.ts imports gate/c/z.ts', 'gate/c/z.ts imports gate/b/y.ts'])
  })
})

/** Where secrets are compared, and with what: a comparison that ends early tells how much was right. */
const COMPARING: Record<string, string> = {
  'directory/accounts/passwords.ts': 'sameSecret(derived, expected) && stored !== undefined',
  'gate/authentication/signed-in.ts': 'sameSecretText(given, csrfToken)',
  'gate/secrets/key-secret.ts': 'sameSecret(hashSecret(secret), stored ?? NOBODY) && stored !== undefined',
}

test('secrets are compared in one module, in constant time', async () => {
  const comparing: string[] = []
  for (const path of await readdir(SOURCE, { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCE, path), 'utf8')
    if (text.includes('timingSafeEqual')) expect(path).toBe('gate/secrets/constant-time.ts')
    if (text.includes('/constant-time.ts')) comparing.push(path)
  }
  expect(comparing.sort()).toEqual(Object.keys(COMPARING))
  for (const [path, expression] of Object.entries(COMPARING)) {
    expect(await readFile(join(SOURCE, path), 'utf8')).toContain(expression)
  }
  const digests = await readFile(join(SOURCE, 'gate/secrets/key-secret.ts'), 'utf8')
  expect(digests).toContain('sameSecret(Buffer.from(given.toLowerCase()), Buffer.from(expected))')
  const metrics = await readFile(join(SOURCE, 'gate/http/discovery-routes.ts'), 'utf8')
  expect(metrics).toContain(`digestsMatch(hmacHex('metrics', given), hmacHex('metrics', expected))`)
  expect(await readFile(join(SOURCE, 'gate/secrets/constant-time.ts'), 'utf8')).toContain('timingSafeEqual(a, b)')
})
