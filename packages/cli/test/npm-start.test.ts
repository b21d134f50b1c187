import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, ROOT, serve, spawnByOlderNode, spawnNpmStart, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** What is started first in a new clone builds the web app, for minutes on a busy machine. */
const BUILD_MS = 600_000
beforeAll(async () => {
  folder = await temporaryFolder()
  await promisify(execFile)('npm', ['run', 'prestart'], { cwd: ROOT })
}, BUILD_MS)
afterAll(() => folder?.[Symbol.asyncDispose]())

test('SIGTERM to npm start stops the service, not only npm', async () => {
  const port = await freePort()
  const npm = spawnNpmStart({ ROLLCALL_DATA_DIR: folder.path, PORT: String(port) })
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)
  await expect.poll(() => health().catch(() => 'away')).toBe(200)
  npm.kill('SIGTERM')
  await once(npm, 'close')
  await expect.poll(() => health().catch(() => 'away')).toBe('away')
})

test.each([
  ['npm', spawnNpmStart],
  ['the older Node that started the right one', spawnByOlderNode],
])('a service ends with %s when that is killed, and the next one starts by itself', async (_, start) => {
  const env = { ROLLCALL_DATA_DIR: folder.path, PORT: String(await freePort()) }
  const health = () => fetch(`http://127.0.0.1:${env.PORT}/healthz`).then(({ status }) => status)
  const starter = start(env)
  // The service writes to the same pipes, so they are closed once it has ended as well, with its database.
  const ended = once(starter, 'close')
  await expect.poll(() => health().catch(() => 'away')).toBe(200)
  starter.kill('SIGKILL')
  await expect.poll(() => health().catch(() => 'away')).toBe('away')
  await ended
  await using next = await serve(env)
  expect((await fetch(`${next.baseUrl}/readyz`)).status).toBe(200)
})
