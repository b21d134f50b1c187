import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './pages.ts'

type Versions = Readonly<Record<string, string>>

/** Everything that our manifests ask for and that is not ours, with its version. Types come with what they describe. */
const readWanted = (): Map<string, string> => {
  const manifests = ['package.json', ...globSync('{bench,packages/*}/package.json', { cwd: ROOT })].map(
    (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, Versions | undefined>,
  )
  const wanted = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  return new Map(wanted.filter(([name]) => !/^@(rollcall|types)\//.test(name)))
}

const text = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
const rows = [...text.matchAll(/^\| (?!package |-)([^|]+) \| ([^|]+) \|$/gm)].map(([, names = '', reason = '']) => ({
  names: names.split(', '),
  reason,
}))
const named = rows.flatMap(({ names }) => names)
const isNamedBy = (pattern: string, name: string): boolean =>
  pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name

it('gives a reason for every dependency', () => {
  const wanted = [...readWanted().keys()]
  expect(wanted.length).toBeGreaterThan(40)
  expect(wanted.filter((name) => !named.some((pattern) => isNamedBy(pattern, name)))).toEqual([])
})

it('names no dependency that was removed', () => {
  const wanted = [...readWanted().keys()]
  expect(named.filter((pattern) => !wanted.some((name) => isNamedBy(pattern, name)))).toEqual([])
})

it('states the versions of the manifests', () => {
  const wanted = readWanted()
  const stated = rows.flatMap(({ names: [name = ''], reason }) =>
    [...reason.matchAll(/\b\d+\.\d+\.\d+[\w.-]*/g)].map(([version]) => [name, version]),
  )
  expect(stated.length).toBeGreaterThan(1)
  expect(stated).toEqual(stated.map(([name = '']) => [name, wanted.get(name)]))
})
