import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, test } from 'vitest'
import { ROOT } from './tools.ts'

const packed = inject('packed')
const read = (path: string): string => readFileSync(path, 'utf8')

const listFiles = (tarball: string): string[] =>
  execFileSync('tar', ['-tzf', join(inject('tarballs'), tarball)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))

/** How many files of each kind, for the output: `js 39, js.map 39, d.ts 39`. */
const kindsOf = (files: readonly string[]): string => {
  const kinds = Map.groupBy(files, (file) => /\.(d\.ts|js\.map|[a-z]+)(\.(br|gz))?$/.exec(file)?.[0].slice(1) ?? file)
  return [...kinds].map(([kind, { length }]) => `${kind} ${length}`).join(', ')
}

describe.each(packed)('the package $name', ({ name, filename, size, unpackedSize }) => {
  const files = listFiles(filename)
  const folder = join(inject('whole').folder, 'node_modules', name)
  const manifest = JSON.parse(read(join(folder, 'package.json')))

  it('contains code, types, source maps with sources, readme and license, and no tests', () => {
    console.log(`${filename}: ${size} bytes, ${unpackedSize} unpacked: ${kindsOf(files)}`)
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
    expect(read(join(folder, 'LICENSE'))).toBe(read(join(ROOT, 'LICENSE')))
    expect(
      files.filter((file) => /\.test\.|(^|\/)(test|testing|fixtures?|node_modules)\/|(?<!\.d)\.tsx?$|tsconfig/.test(file)),
    ).toEqual([])
    const code = files.filter((file) => /^dist\/.*\.js$/.test(file))
    expect(code.length).toBeGreaterThan(5)
    expect(files.filter((file) => file.endsWith('.map')).toSorted()).toEqual(code.map((file) => `${file}.map`).toSorted())
    const isLibrary = 'exports' in manifest
    const types = files.filter((file) => file.endsWith('.d.ts'))
    expect(types.toSorted()).toEqual(isLibrary ? code.map((file) => file.replace(/js$/, 'd.ts')).toSorted() : [])
    for (const file of code) {
      expect(read(join(folder, file))).toContain(`//# sourceMappingURL=${file.split('/').at(-1)}.map`)
      expect(JSON.parse(read(join(folder, `${file}.map`)))).toMatchObject({ sourcesContent: [expect.any(String)] })
    }
  })

  it('says what it needs, and names nothing of development', () => {
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['private', 'scripts', 'devDependencies']))
    expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module', engines: { node: expect.stringMatching(/^>=2\d/) } })
    const versions = Object.entries(manifest.dependencies ?? {}).filter(([each]) => each.startsWith('@rollcall/'))
    expect(versions.map(([, version]) => version)).toEqual(versions.map(() => manifest.version))
  })
})

test('the server contains the built web app, the built guide and the SQL of the data model', () => {
  const files = listFiles(packed.find(({ name }) => name === '@rollcall/server')?.filename as string)
  expect(files).toContain('web/index.html')
  expect(files).toContain('guide/files.json')
  expect(files.filter((file) => /^web\/assets\/.*\.js\.br$/.test(file)).length).toBeGreaterThan(10)
  expect(files.filter((file) => /^dist\/platform\/db\/model\/.*\.sql$/.test(file)).length).toBeGreaterThan(100)
})

test('the installed packages take no more than the guide says', () => {
  const guide = read(join(ROOT, 'docs/operators/deploying.md'))
  const [, whole, small] = /less than (\d+) MB.*?less than (\d+) MB/s.exec(guide) ?? []
  expect([Number(whole), Number(small)]).toEqual([250, 80])
  for (const kind of ['whole', 'small'] as const) {
    const { megabytes, seconds } = inject(kind)
    console.log(`${kind}: ${megabytes.toFixed(0)} MB on disk, installed in ${seconds.toFixed(0)} s`)
  }
  expect(inject('whole').megabytes).toBeLessThan(Number(whole))
  expect(inject('small').megabytes).toBeLessThan(Number(small))
})
