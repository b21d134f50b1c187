import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../server/src/testing/test-database.ts'
import { serve, temporaryFolder } from '../support.ts'

test.each([
  ['SIGTERM', 503],
  ['SIGINT', 'closed'],
] as const)('after %s a node whose readiness is checked answers %s, and ends by itself', async (signal, expected) => {
  await using database = await createTestDatabase()
  await using folder = await temporaryFolder()
  // On a busy machine the answers below take seconds.
  const env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url, ROLLCALL_DRAIN_SECONDS: '10' }
  await using node = await serve(env)
  const ask = (path: string) =>
    fetch(node.baseUrl + path).then(
      async (answer) => {
        await answer.text()
        return answer.status
      },
      () => 'closed' as const,
    )
  expect(await ask('/readyz')).toBe(200)
  const ended = once(node.child, 'close')
  node.child.kill(signal)
  await expect.poll(() => ask('/readyz'), { interval: 20 }).not.toBe(200)
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([expected, expected === 503 ? 200 : expected])
  expect(await ended).toEqual([0, null])
})
