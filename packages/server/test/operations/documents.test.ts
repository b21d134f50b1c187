import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/operators/*.md', { cwd: ROOT })]

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

describe.each(PAGES)('%s', (page) => {
  it('links to what exists', () => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    for (const link of links.filter((target) => !/^(https?:|#)/.test(target))) {
      const path = join(ROOT, dirname(page), link.replace(/#.*$/, ''))
      expect(existsSync(path), link).toBe(true)
    }
  })
})

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

describe('the image', () => {
  it('is made with the Node that npm brings, and holds the licence', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual([`node:${node}-slim`, `node:${node}-slim`])
    expect(read('.dockerignore').split('\n')).toContain('!LICENSE')
  })
})
