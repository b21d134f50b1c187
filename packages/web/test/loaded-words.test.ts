import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { patternsOf, WORDS } from '../src/language/files-of-words.ts'

const SOURCE = join(import.meta.dirname, '../src')
type Group = keyof typeof WORDS

interface File {
  readonly hasWords: boolean
  /** What is loaded with it. */
  readonly imports: readonly string[]
  /** What it loads later. */
  readonly loads: readonly string[]
}

const found = (path: string, text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, target]) => normalize(join(dirname(path), target as string)))

const readFiles = async (): Promise<ReadonlyMap<string, File>> => {
  const paths = (await readdir(SOURCE, { recursive: true })).filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  const read = async (path: string): Promise<[string, File]> => {
    const text = await readFile(join(SOURCE, path), 'utf8')
    const imports = found(path, text, /^(?:import|export)\s(?!type\b)(?:[^'"]*?from )?'(\.[^']+\.tsx?)'/gm)
    const loads = found(path, text, /(?<!typeof )\bimport\('(\.[^']+\.tsx?)'\)/g)
    return [path, { hasWords: /from '@lingui\/(?:core|react)\/macro'/.test(text), imports, loads }]
  }
  return new Map(await Promise.all(paths.map(read)))
}

const files = await readFiles()

/** Files that load others together with a group of words. */
const LOADERS: Readonly<Record<string, Group>> = {
  'router.tsx': 'account',
  'pages/account-pages.ts': 'account',
  'pages/me/me-pages.ts': 'me',
  'pages/admin/admin-pages.ts': 'office',
  'pages/analytics/analytics-pages.ts': 'office',
  'pages/data/data-pages.ts': 'office',
  'pages/troubleshooting/troubleshooting-pages.ts': 'office',
  'pages/home/home-page.tsx': 'overview',
  'shell/notifications/use-notifications.ts': 'overview',
  'api/api-error.ts': 'errors',
}
const HOME = 'pages/home/home-page.tsx'

/** These files and all that they load, except what loads its words. */
const reached = (from: readonly string[]): Set<string> => {
  const all = new Set<string>()
  const visit = (path: string): void => {
    const file = files.get(path)
    if (!file || all.has(path)) return
    all.add(path)
    for (const next of file.imports) visit(next)
    if (!(path in LOADERS)) for (const next of file.loads) visit(next)
  }
  for (const path of from) visit(path)
  return all
}

const isIn = (path: string, paths: readonly string[]): boolean => {
  const { include, exclude } = patternsOf(paths)
  const matches = (pattern: string) => matchesGlob(path, pattern)
  return include.some(matches) && !exclude.some(matches)
}

const filesOf = (groups: readonly Group[]): (readonly string[])[] =>
  groups.flatMap((group) => Object.values<readonly string[]>(WORDS[group]))

/** The files whose words are in none of the groups. */
const withoutWords = (paths: Iterable<string>, groups: readonly Group[]): string[] =>
  [...paths].filter((path) => files.get(path)?.hasWords && !filesOf(groups).some((paths) => isIn(path, paths)))

const first = reached(['main.tsx', HOME])

describe('the words of what is loaded', () => {
  it('are there for the frame, its dialogs and the home of an employee', () => {
    expect(first.has('shell/palette.tsx') && first.has('pages/home/mine/week-card.tsx')).toBe(true)
    expect(first.size).toBeGreaterThan(80)
    // What other pages validate their addresses with is loaded at first, and its words are shown by those pages.
    const shown = [...first].filter((path) => !path.startsWith('pages/') || path.startsWith('pages/home/'))
    expect(withoutWords(shown, ['first'])).toEqual([])
  })

  it.each(Object.entries(LOADERS))('are loaded by %s with the group "%s"', (loader, group) => {
    const loaded = reached((files.get(loader)?.loads ?? []).filter((path) => path !== HOME))
    expect(loaded.size).toBeGreaterThan(0)
    const withParts: readonly Group[] = ['me', 'account', 'office'].includes(group) ? ['parts'] : []
    expect(withoutWords(loaded, ['first', group, ...withParts])).toEqual([])
  })
})
