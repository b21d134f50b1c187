import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

it('the password of PostgreSQL is made once, for its owner only, and git does not see it', async () => {
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
  it('is made with the Node that npm brings, pinned by digest, and holds the license', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies
    const bases = new Set([...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+:\S+)/gm)].map(([, base]) => base))
    expect([...bases]).toEqual([expect.stringMatching(new RegExp(`^node:${node}-slim@sha256:[0-9a-f]{64}$`))])
    expect(read('.dockerignore').split('\n')).toContain('!LICENSE')
  })

  it('is built with the manifest of every package', () => {
    for (const path of ['bench/package.json', ...globSync('packages/*/package.json', { cwd: ROOT })]) {
      expect(read('Dockerfile').split('\n')).toContain(`COPY ${path} ${path.replace('package.json', '')}`)
    }
  })

  it('has the version of the packages in compose.yaml', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(read('compose.yaml')).toContain(`ghcr.io/rollcall/rollcall:${version}}`)
  })
})
