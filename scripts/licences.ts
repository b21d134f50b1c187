import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists the licences of everything that runs, from the lock file: `node scripts/licences.ts` writes docs/licences.md; with `--check`
 * it fails where that is not current. Either way it fails where a licence is none of those we may use.
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
])

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

/** Every package of others that is needed to build or run the service, once for each version. */
export const listLicensed = ({ packages }: Lock): Licensed[] => {
  const found = new Map<string, Licensed>()
  for (const [path, { version = '', license = 'not stated', dev, link }] of Object.entries(packages)) {
    const name = path.split(INSTALLED).at(-1) ?? ''
    if (!path.includes(INSTALLED) || dev || link) continue
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

export const licencesPage = (all: readonly Licensed[]): string => {
  const counts = [...Map.groupBy(all, ({ licence }) => licence)].map(([licence, of]) => ({ licence, count: of.length }))
  return [
    '# Licences',
    '',
    'Of what is needed to build and run Rollcall; itself it is under Apache-2.0. Written by `node scripts/licences.ts` from the lock file.',
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
  ].join('\n')
}

const main = async (): Promise<void> => {
  const all = listLicensed(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock)
  for (const { name, version, licence } of all.filter(({ licence }) => !isAllowed(licence))) {
    console.error(`${name} ${version} is under "${licence}": replace it, or allow that licence in scripts/licences.ts.`)
    process.exitCode = 1
  }
  const page = licencesPage(all)
  if (!process.argv.includes('--check')) await writeFile(TARGET, page)
  else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== page) {
    console.error('docs/licences.md is not current. Run: node scripts/licences.ts')
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
