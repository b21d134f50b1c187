import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/operators/*.md', { cwd: ROOT })]

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

describe('the tests that show what is said', () => {
  /** A name in backticks is a test, or a folder of tests, of the server; or it is a whole path. */
  const isThere = (name: string): boolean =>
    name.includes('.')
      ? existsSync(join(ROOT, name))
      : ['', '.test.ts'].some((ending) => existsSync(join(ROOT, 'packages/server/test', name.replace(/\/$/, '') + ending)))

  it('of security are there', () => {
    const rows = read('SECURITY.md').match(/^\|.*\|.*\|.*\|$/gm) ?? []
    const cells = rows.map((row) => row.split('|').at(-2) as string).filter((cell) => cell.includes('/'))
    expect(cells.length).toBeGreaterThan(10)
    for (const [, name = ''] of cells.join(' ').matchAll(/`([\w./-]+)`/g)) expect(isThere(name), name).toBe(true)
  })

  it('of operation are there', () => {
    const names = PAGES.flatMap((page) =>
      [...read(page).matchAll(/`(packages\/[\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name),
    )
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(isThere(name), name).toBe(true)
  })
})

it('what documents say to run is an npm script, with which the right Node comes', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const documents = [
    ...PAGES,
    'CONTRIBUTING.md',
    'docs/licenses.md',
    ...globSync(['connectors/**/*.md', 'bench/*.md'], { cwd: ROOT }),
  ]
  const text = documents.map(read).join('\n')
  const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named).toEqual(expect.arrayContaining(['sbom', 'licenses', 'backup-drill']))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  expect(text).not.toMatch(/(?<!node_modules\/\.bin\/)\bnode [\w/.-]+\.ts\b/)
})

it('the password of PostgreSQL is made once, for its owner alone, and git does not see it', async () => {
  const line = read('docs/operators/deploying.md')
    .split('\n')
    .find((text) => text.includes('> .env'))
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-env-'))
  try {
    const file = join(folder, '.env')
    execFileSync('bash', ['-c', line as string], { cwd: folder })
    const first = readFileSync(file, 'utf8')
    expect(first).toMatch(/^POSTGRES_PASSWORD=[0-9a-f]{48}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    execFileSync('bash', ['-c', line as string], { cwd: folder })
    expect(readFileSync(file, 'utf8')).toBe(first)
  } finally {
    await rm(folder, { recursive: true })
  }
  expect(read('.gitignore').split('\n')).toContain('.env')
})

describe('the image', () => {
  it('is made with the Node that npm brings, and holds the license', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual([`node:${node}-slim`, `node:${node}-slim`])
    expect(read('.dockerignore').split('\n')).toContain('!LICENSE')
  })
})
