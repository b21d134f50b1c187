import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bearerSecret } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../packages/server/src/testing/test-service.ts'
import { CACHE } from './cache.ts'

const run = promisify(execFile)

const VERSIONS = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'scim2-models==0.12.3']
const VENV = join(CACHE, 'scim2-tester-0.5.2')
const PYTHON = join(VENV, 'bin/python')

/** Installs the tester once per machine. */
const install = async (): Promise<void> => {
  if (
    await access(join(VENV, 'installed')).then(
      () => true,
      () => false,
    )
  )
    return
  await run('python3', ['-m', 'venv', VENV])
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...VERSIONS])
  await run('touch', [join(VENV, 'installed')])
}

let service: TestService
beforeAll(async () => {
  await install()
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Checked {
  readonly status: string
  readonly title: string
  readonly reason: string
}

it('passes every check of scim2-tester', async () => {
  const { keys } = await service.createOrganization()
  const token = bearerSecret(keys.provisioning.id, keys.provisioning.secret)
  const script = join(import.meta.dirname, 'scim2_tester_run.py')
  const { stdout } = await run(PYTHON, [script, `${service.baseUrl}/scim/v2`, token], { maxBuffer: 64 * 1024 * 1024 })
  const checks = JSON.parse(stdout) as Checked[]
  console.log(
    `${checks.length} checks: ${JSON.stringify(
      Object.groupBy(checks, ({ status }) => status),
      (_, value) => (Array.isArray(value) ? value.length : value),
    )}`,
  )
  expect(checks.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
  expect(checks.length).toBeGreaterThan(50)
})
