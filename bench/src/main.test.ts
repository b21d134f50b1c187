import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

const MAIN = new URL('main.ts', import.meta.url).pathname

const bench = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: 'utf8' })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

describe('npm run bench', () => {
  test('--help tells of parts and options', () => {
    const { status, stdout } = bench(['--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/--only PART[\s\S]*warehouse/)
  })

  test('refuses in one line what there is not', () => {
    const { status, lines } = bench(['--only', 'nope'])
    expect(status).toBe(2)
    expect(lines).toEqual([expect.stringContaining("not 'nope'")])
  })

  test('tells what has to be installed before anything is measured', () => {
    const { status, stdout, lines } = bench(['--only', 'lists', '--only', 'warehouse', '--quick'], {
      ...process.env,
      PATH: '/nowhere',
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(lines).toEqual([expect.stringContaining('apt-get install nginx-light postgresql-client')])
  })
})
