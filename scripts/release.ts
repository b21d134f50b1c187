/**
 * Releases what is on this branch: versions of all packages, the changelog, the snapshot of the data model, a commit and a tag.
 * Nothing is pushed, and with --dry-run nothing is written. `npm run release -- --help` says how.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { releasedChangelog, unreleasedOf } from './changelog.ts'

const HELP = `Usage: npm run release -- VERSION|major|minor|patch [--dry-run] [--no-pack]

Raises the version of every package, dates the section "Unreleased" of CHANGELOG.md, keeps the data model of the release,
brings the generated files up to date, commits all of it and tags the commit vVERSION. Then it packs the packages into
dist/VERSION, with their checksums. It does not push and does not publish.

  --no-pack  leave out the tarballs
  --dry-run  say what would be done, and change nothing
  --help     this text`

/** Files that name the version, beside those of npm. */
const NAMING = ['compose.yaml', 'connectors/dbt/dbt_project.yml', 'docs/integrators/typescript-client.md']

const read = (path: string): string => readFileSync(path, 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const run = (...args: string[]): void => void execFileSync(process.execPath, args, { stdio: 'inherit' })

interface Manifest {
  readonly name: string
  readonly version: string
}

/** The version that is asked for, by number or by what is raised of the present one. */
export const nextVersion = (current: string, wanted: string): string => {
  const step = ['major', 'minor', 'patch'].indexOf(wanted)
  if (step < 0) {
    if (!/^\d+\.\d+\.\d+$/.test(wanted))
      throw new Error(`"${wanted}" is neither a version such as 1.2.3 nor major, minor or patch.`)
    return wanted
  }
  const numbers = current.split('.').map(Number)
  return numbers.map((number, index) => (index < step ? number : index === step ? number + 1 : 0)).join('.')
}

/** A manifest or the lock file with another version of our packages, also where one of them depends on another. */
export const withVersion = (json: string, names: ReadonlySet<string>, version: string): string => {
  const { version: current } = JSON.parse(json) as Manifest
  const replacer = (key: string, value: unknown): unknown => {
    if (names.has(key) && value === current) return version
    const { name } = Object(value) as Partial<Manifest>
    return name !== undefined && names.has(name) ? { ...(value as object), version } : value
  }
  return `${JSON.stringify(JSON.parse(json), replacer, 2)}\n`
}

const main = (): void => {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, 'no-pack': { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [wanted, ...more] = positionals
  if (values.help || wanted === undefined || more.length > 0) {
    console.log(HELP)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const manifests = [
    'package.json',
    'bench/package.json',
    'connectors/singer/package.json',
    ...globSync('packages/*/package.json'),
  ]
  const packages = manifests.map((path) => JSON.parse(read(path)) as Manifest)
  const [{ version: current }] = packages as [Manifest]
  const version = nextVersion(current, wanted)
  const changelog = read('CHANGELOG.md')
  const released = releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10))
  if (version.localeCompare(current, 'en', { numeric: true }) < 0) throw new Error(`${version} is older than ${current}.`)
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is released already.`)

  console.log(`${current} → ${version}\n\n${unreleasedOf(changelog)}\n`)
  if (values['dry-run']) {
    console.log(`Would raise ${packages.length} packages, keep the data model, commit "Release ${version}" and tag v${version}.`)
    return
  }
  const names = new Set(packages.map(({ name }) => name))
  process.on(
    'exit',
    (code) => code && console.error('Not released. `git reset --hard && git clean -fd` removes what was written.'),
  )
  for (const path of [...manifests, 'package-lock.json']) writeFileSync(path, withVersion(read(path), names, version))
  for (const path of NAMING) writeFileSync(path, read(path).replaceAll(current, version))
  writeFileSync('CHANGELOG.md', released)
  run('scripts/snapshot-model.ts', version)
  run('scripts/generate.ts')
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Rollcall ${version}`)
  if (!values['no-pack']) run('scripts/pack.ts', '--out', `dist/${version}`)
  console.log(`Committed and tagged v${version}.
To publish it: git push --follow-tags, and the workflow "release" publishes the packages with provenance.
By hand: npm publish --access public FILE, for each file in the order of dist/${version}/SHA256SUMS`)
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
