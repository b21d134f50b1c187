import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { releasedChangelog } from '../../../../scripts/changelog.ts'
import { nextVersion } from '../../../../scripts/release.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const COPIED = [
  'CHANGELOG.md',
  '.gitignore',
  'bench/package.json',
  'compose.yaml',
  'connectors',
  'deploy',
  'docs',
  'package-lock.json',
  'package.json',
  'packages',
  'scripts',
]

/** A copy of this repository, with an empty one that it could push to. */
let folder: string
let current: string

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const release = (...args: string[]): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const readJson = (path: string) => JSON.parse(read(path))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-release-'))
  const isOurs = (path: string): boolean => !/\/(node_modules|dist)(\/|$)/.test(path.slice(ROOT.length))
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isOurs })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  current = readJson('package.json').version
  const changelog = read('CHANGELOG.md').replace(
    /^## Unreleased\n.*?(?=^## )/ms,
    '## Unreleased\n\nAdded\n- A thing.\n\nAPI\n- added 2026-11-30: A field,\n  and another.\n\n',
  )
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  git('init', '--quiet', '--bare', '.git/remote.git')
  git('remote', 'add', 'origin', '.git/remote.git')
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add everything')
  return () => rm(folder, { recursive: true, force: true })
})

describe('a release', () => {
  it('explains itself', () => {
    expect(release('--help')).toMatchObject({
      status: 0,
      said: expect.stringContaining('npm run release -- VERSION|major|minor|patch'),
    })
    expect(release()).toMatchObject({ status: 2, said: expect.stringContaining('Usage') })
  })

  it('shows what it would do, and changes nothing, in a dry run', () => {
    const { status, said } = release('minor', '--dry-run')
    expect({ status, said }).toMatchObject({ status: 0 })
    expect(said).toContain(`${current} → ${nextVersion(current, 'minor')}`)
    expect(said).toContain('- A thing.')
    expect([git('status', '--porcelain'), git('tag'), git('rev-list', '--count', 'HEAD')]).toEqual(['', '', '1'])
  })

  it('refuses uncommitted changes, versions that are older, and what is no version', () => {
    writeFileSync(join(folder, 'NOTES.md'), 'Text.\n')
    expect(release('minor')).toMatchObject({ status: 1, said: expect.stringContaining('not committed') })
    git('clean', '--quiet', '--force')
    expect(release('0.0.1')).toMatchObject({ status: 1, said: expect.stringContaining('older') })
    expect(release('next')).toMatchObject({ status: 1, said: expect.stringContaining('neither a version') })
    expect(git('status', '--porcelain')).toBe('')
  })

  it('raises all packages, dates the changelog, keeps the data model, commits and tags, and pushes nothing', () => {
    const version = nextVersion(current, 'minor')
    expect(release('minor', '--no-pack')).toEqual({ status: 0, said: expect.stringContaining(`tagged v${version}`) })

    const paths = globSync(['package.json', 'bench/package.json', 'connectors/*/package.json', 'packages/*/package.json'], {
      cwd: folder,
    })
    const manifests = paths.map((path) => readJson(path))
    expect(manifests.length).toBeGreaterThan(9)
    const ours = manifests.flatMap(({ dependencies = {} }) =>
      Object.entries(dependencies).filter(([name]) => name.startsWith('@rollcall/')),
    )
    expect(new Set([...manifests.map((manifest) => manifest.version), ...ours.map(([, wanted]) => wanted)])).toEqual(
      new Set([version]),
    )
    const lock = readJson('package-lock.json')
    expect([lock.version, lock.packages[''].version, lock.packages['packages/cli'].version]).toEqual([version, version, version])
    expect(lock.packages['packages/cli'].dependencies['@rollcall/server']).toBe(version)
    expect(lock.packages['packages/cli'].bin.rollcall).toBe('bin/rollcall.js')
    expect(lock.packages['node_modules/fastify']).toEqual(
      JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages['node_modules/fastify'],
    )

    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## Unreleased\n\n## ${version} – \\d{4}-\\d{2}-\\d{2}\n\nAdded\n- A thing\\.$`, 'm'),
    )
    expect(readJson('packages/server/src/gate/http/changelog.json')[0]).toEqual({
      version,
      date: '2026-11-30',
      kind: 'added',
      text: 'A field, and another.',
    })
    expect(readJson('docs/reference/openapi.json').info.version).toBe(version)
    expect(read('docs/integrators/typescript-client.md')).toContain(`rollcall-client-${version}.tgz`)
    expect(read('compose.yaml')).toContain(`rollcall:${version}}`)
    expect(read('deploy/helm/rollcall/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
    expect(existsSync(join(folder, `packages/server/src/platform/db/releases/${version}.sql`))).toBe(true)

    expect(git('log', '-1', '--format=%s')).toBe(`Release ${version}`)
    expect(git('cat-file', '-t', `v${version}`)).toBe('tag')
    expect([git('rev-parse', `v${version}^{commit}`), git('status', '--porcelain')]).toEqual([git('rev-parse', 'HEAD'), ''])
    expect(git('ls-remote', 'origin')).toBe('')
  })

  it('needs something unreleased', () => {
    expect(release('patch')).toMatchObject({ status: 1, said: expect.stringContaining('nothing to release') })
  })
})

describe('a version', () => {
  it('is given, or raised by a step', () => {
    const steps = ['major', 'minor', 'patch', '4.0.0'].map((step) => nextVersion('1.2.3', step))
    expect(steps).toEqual(['2.0.0', '1.3.0', '1.2.4', '4.0.0'])
  })

  it('gets the unreleased changes of the changelog only', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\nAdded\n- B.\n\n## 1.0.0 – 2026-01-01\n\nAdded\n- A.\n'
    expect(releasedChangelog(changelog, '1.1.0', '2026-02-01')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 – 2026-02-01\n\nAdded\n- B.\n\n## 1.0.0 – 2026-01-01\n\nAdded\n- A.\n',
    )
  })
})
