import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PublishedCompany, publishCompany, reachedAt } from './load/company.ts'
import { spawnCli, temporaryFolder } from './support.ts'

/** Longer than any test may take. Clients learn it from the server, so that none of them closes an idle connection earlier. */
const KEEP_ALIVE_SECONDS = 3600

let company: PublishedCompany
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let userId: string
let locationId: string

/** Lets the server of this address keep idle connections open. The response to its next request is the first that says so. */
const keepIdleConnections = async (baseUrl: string): Promise<void> => {
  const keep = (message: unknown) => {
    const { server } = message as { server: Server }
    const address = server.address()
    const isMeant = typeof address === 'object' && `${address?.port}` === new URL(baseUrl).port
    if (isMeant) server.keepAliveTimeout = KEEP_ALIVE_SECONDS * 1000
  }
  const started = 'http.server.request.start'
  subscribe(started, keep)
  try {
    await (await fetch(`${baseUrl}/healthz`)).text()
  } finally {
    unsubscribe(started, keep)
  }
}

beforeAll(async () => {
  company = await publishCompany({ fromDay: '2025-03-03', toDay: '2025-03-09' }, 10)
  folder = await temporaryFolder()
  const [user] = await Array.fromAsync(company.reader.readUsers())
  const [location] = await Array.fromAsync(company.reader.readLocations())
  userId = user?.userId as string
  locationId = location?.locationId as string
  await keepIdleConnections(company.service.baseUrl)
})
afterAll(async () => {
  await folder?.[Symbol.asyncDispose]()
  await company?.[Symbol.asyncDispose]()
})

/** Runs the command as a process. A process that does not end runs into the timeout of the test, and is killed. */
const endOf = async (signal: AbortSignal, args: readonly string[], env: Record<string, string> = reachedAt(company)) => {
  const child = spawnCli(args, env)
  child.stdin?.end()
  let text = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  }
  try {
    const [code] = await once(child, 'close', { signal })
    return { code, text }
  } finally {
    child.kill('SIGKILL')
  }
}

const days = () => ['--from', company.range.fromDay, '--to', company.range.toDay]

test('the service keeps idle connections open for longer than a test takes', async () => {
  const answer = await fetch(`${company.service.baseUrl}/healthz`)
  await answer.text()
  expect(answer.headers.get('keep-alive')).toBe(`timeout=${KEEP_ALIVE_SECONDS}`)
})

test.for(['hmac', 'basic'])('commands that load a folder by %s end with their work', async (auth, { signal }) => {
  const into = ['--into', join(folder.path, `copy-${auth}`), '--auth', auth]
  for (const args of [
    ['backfill', ...into, ...days()],
    ['backfill', ...into, ...days()],
    ['incremental', ...into],
    ['future', ...into, '--days', '3'],
    ['verify', ...into],
  ]) {
    expect(await endOf(signal, ['load', ...args])).toMatchObject({ code: 0 })
  }
})

test('a load that the service refuses ends with its message', async ({ signal }) => {
  const env = { ...reachedAt(company), ROLLCALL_KEY_SECRET: 'wrong' }
  for (const auth of ['hmac', 'basic']) {
    const args = ['load', 'backfill', '--into', join(folder.path, 'refused'), '--auth', auth, ...days()]
    expect(await endOf(signal, args, env)).toMatchObject({ code: 1, text: expect.stringContaining('rollcall: 401 ') })
  }
})

test('a load into a database that cannot be reached ends, after it has read a first row of the service', async ({ signal }) => {
  const args = ['load', 'backfill', '--into', 'postgres://127.0.0.1:1/nowhere', ...days()]
  expect(await endOf(signal, args)).toMatchObject({ code: 1, text: expect.stringContaining('rollcall: ') })
})

test('a command that sends events ends when they are sent, whether all are accepted or not', async ({ signal }) => {
  const { id, secret } = await company.service.createKey(company.home.orgId, 'submitting-events')
  const env = { ...reachedAt(company), ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
  const file = join(folder.path, 'events.csv')
  for (const [location, code] of [
    [locationId, 0],
    ['no-such-location', 1],
  ] as const) {
    await writeFile(file, `timestamp,userId,locationId,locationType\n2025-03-04T09:00:00Z,${userId},${location},location\n`)
    const args = ['send', 'presence', file, '--source-id', 'process-end']
    expect(await endOf(signal, args, env)).toMatchObject({ code })
  }
})

test('a command that reads streams of rows ends when it has shown them', async ({ signal }) => {
  for (const args of [
    ['user', userId, ...days()],
    ['presence', '--user', userId, '--day', company.range.fromDay],
  ]) {
    expect(await endOf(signal, ['investigate', ...args])).toMatchObject({ code: 0 })
  }
})
