import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

/** The files that the hook and its programs read. */
const COPIED = ['.githooks', '.gitignore', 'biome.json', 'docs/licenses.md', 'package-lock.json', 'package.json', 'scripts']

/** A repository of its own, in which files are staged. */
let folder: string

const git = (...args: string[]): void => {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const stage = (path: string, content: string): void => {
  write(path, content)
  git('add', path)
}

const runHook = (): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(join(folder, '.githooks/pre-commit'), { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-hook-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--no-verify', '--message', 'Begin')
  return () => rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  git('reset', '--quiet', '--hard')
  rmSync(join(folder, 'node_modules'), { force: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})

describe('the pre-commit hook', () => {
  it('accepts staged files that are formatted', () => {
    stage('packages/client/src/fine.ts', 'export const fine = 1\n')
    stage('NOTES.md', 'Text is not its business.\n')
    expect(runHook()).toMatchObject({ status: 0 })
  })

  it('accepts a commit that only removes files', () => {
    git('rm', '--quiet', 'scripts/sbom.ts')
    expect(runHook()).toMatchObject({ status: 0 })
  })

  it('names the staged file that is not formatted', () => {
    stage('packages/client/src/odd.ts', 'export const  odd = 1;;\n')
    const { status, said } = runHook()
    expect(status).toBe(1)
    expect(said).toContain('packages/client/src/odd.ts')
    expect(said).toContain('npm run format')
  })

  it('holds each package to its imports', () => {
    stage('packages/client/src/odd.ts', "import '@rollcall/server'\n")
    const { status, said } = runHook()
    expect(status).toBe(1)
    expect(said).toContain('The client imports only the contract.')
  })

  it('ignores files that are not staged', () => {
    write('packages/client/src/odd.ts', 'export const  odd = 1;;\n')
    expect(runHook()).toMatchObject({ status: 0 })
    rmSync(join(folder, 'packages/client/src/odd.ts'))
  })

  it('names the list of licenses when the lock file was staged without it', () => {
    appendFileSync(join(folder, 'docs/licenses.md'), 'More.\n')
    git('add', 'docs/licenses.md')
    const { status, said } = runHook()
    expect(status).toBe(1)
    expect(said).toContain('docs/licenses.md')
  })

  it('lets everything through before the packages are installed', () => {
    rmSync(join(folder, 'node_modules'))
    stage('packages/client/src/odd.ts', 'export const  odd = 1;;\n')
    const { status, said } = runHook()
    expect(status).toBe(0)
    expect(said).toContain('npm ci')
  })
})
