import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestService } from '../../server/src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../server/src/testing/test-service.ts'
import { freePort, run, temporaryFolder } from './support.ts'

let service: TestService
let org: TestOrganization
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  service = await shareTestService()
  org = await service.createOrganization()
  await service.database.pool.query(`insert into users (org_id, id, user_name) values ($1, gen_random_uuid(), 'ada')`, [org.id])
  folder = await temporaryFolder()
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const ASK = ['investigate', 'user', 'ada', '--from', '2026-01-01', '--to', '2026-01-02']
/** An empty data folder, so that only the given options count. */
const ask = (env: Record<string, string>, ...args: string[]) =>
  run([...ASK, ...args], { ROLLCALL_DATA_DIR: join(folder.path, 'none'), ...env })
const as = ({ id, secret }: { id: string; secret: string }, url = service.baseUrl) => ({
  ...{ ROLLCALL_URL: url, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret },
})
const warehouseKey = () => org.keys['data-warehouse']

/** One line on standard error, and nothing else. */
const fails = async (finished: ReturnType<typeof run>, message: RegExp) => {
  const { code, stdout, stderr } = await finished
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^rollcall: [^\n]+\n$/)
  expect(stderr).toMatch(message)
}

describe('address and key', () => {
  test('come from the environment, but options override it', async () => {
    const { id, secret } = warehouseKey()
    expect(await ask(as(warehouseKey()))).toMatchObject({ code: 0, stderr: '' })
    const given = ['--url', service.baseUrl, '--key-id', id, '--key-secret', secret]
    expect(await ask(as({ id: 'x', secret: 'y' }, 'http://127.0.0.1:1'), ...given)).toMatchObject({ code: 0 })
    for (const auth of ['hmac', 'client-credentials', 'basic']) {
      expect(await ask(as(warehouseKey()), '--auth', auth)).toMatchObject({ code: 0, stderr: '' })
    }
  })

  test('come from the data folder, with its least privileged sufficient key', async () => {
    const data = join(folder.path, 'demo')
    await mkdir(data)
    // A key that must not be used has no valid secret here.
    const keys = { ...org.keys, 'all-permissions': { id: org.keys['all-permissions'].id, secret: 'wrong' } }
    await writeFile(join(data, 'demo.json'), JSON.stringify({ baseUrl: service.baseUrl, keys }))
    expect(await run(ASK, { ROLLCALL_DATA_DIR: data })).toMatchObject({ code: 0, stderr: '' })

    const first = join(folder.path, 'first')
    await mkdir(first)
    const basicOnly = await service.createKey(org.id, 'all-permissions', ['basic'])
    await writeFile(
      join(first, 'first-run.json'),
      JSON.stringify({ baseUrl: service.baseUrl, key: { ...basicOnly, auth: ['basic'] } }),
    )
    expect(await run(ASK, { ROLLCALL_DATA_DIR: first })).toMatchObject({ code: 0, stderr: '' })
  })

  test('that are missing or invalid are wrong usage', async () => {
    const { id } = warehouseKey()
    for (const [finished, message] of [
      [ask({}), /No key found/],
      [ask({ ROLLCALL_URL: service.baseUrl, ROLLCALL_KEY_ID: id }), /both --key-id and --key-secret/],
      [ask({ ROLLCALL_URL: 'ftp://example.com' }), /http/],
      [ask({}, '--url', 'https://me:secret@example.com'), /Give an address/],
      [ask({}, '--auth', 'magic'), /hmac, client-credentials, basic/],
    ] as const) {
      const { code, stdout, stderr } = await finished
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/error: [\s\S]*--help/)
      expect(stderr).toMatch(message)
    }
  })
})

describe('a service that cannot be used is reported in one line that says what to do', () => {
  test('nothing listens there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    await fails(ask(as(warehouseKey(), url)), new RegExp(`no connection to ${url} \\(ECONNREFUSED\\)\\. .*--url or ROLLCALL_URL`))
  })

  test('another program listens there', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('<html>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    try {
      await fails(
        ask(as(warehouseKey(), `http://127.0.0.1:${(other.address() as AddressInfo).port}`)),
        /404.*--url or ROLLCALL_URL/,
      )
    } finally {
      other.close()
    }
  })

  test('the secret or the key is wrong', async () => {
    const { id } = warehouseKey()
    await fails(ask(as({ id, secret: 'wrong' })), /not valid.*ROLLCALL_KEY_SECRET/)
    await fails(ask(as({ id, secret: 'wrong' }), '--auth', 'basic'), /not valid.*ROLLCALL_KEY_SECRET/)
    await fails(ask(as({ id, secret: 'wrong' }), '--auth', 'client-credentials'), /ROLLCALL_KEY_SECRET/)
  })

  test('the role does not suffice', async () => {
    await fails(ask(as(org.keys['submitting-events'])), /has the role submitting-events\. Use a key with the role/)
  })

  test('the key is blocked, with the reason', async () => {
    const key = await service.createKey(org.id, 'data-warehouse')
    await service.database.pool.query(`update api_keys set blocked_at = now(), blocked_reason = 'Asks too much.' where id = $1`, [
      key.id,
    ])
    await fails(ask(as(key)), /blocked.*Asks too much/)
  })

  test('the key does not allow the authentication method', async () => {
    const key = await service.createKey(org.id, 'data-warehouse', ['basic'])
    await fails(ask(as(key)), /Use --auth basic/)
    expect(await ask(as(key), '--auth', 'basic')).toMatchObject({ code: 0, stderr: '' })
  })
})
