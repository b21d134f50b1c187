import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort, spawnNpmStart, temporaryFolder } from './support.ts'

test('SIGTERM to npm start stops the service, not just npm', async () => {
  await using folder = await temporaryFolder()
  const port = await freePort()
  const npm = spawnNpmStart({ ROLLCALL_DATA_DIR: folder.path, PORT: String(port) })
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)
  await expect.poll(() => health().catch(() => 'away'), { timeout: 60_000 }).toBe(200)
  npm.kill('SIGTERM')
  await once(npm, 'close')
  await expect.poll(() => health().catch(() => 'away'), { timeout: 20_000 }).toBe('away')
})
