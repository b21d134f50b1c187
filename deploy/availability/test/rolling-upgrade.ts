import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { MAX_STREAMS_PER_SESSION } from '../../../packages/contract/src/index.ts'
import { basic, bearer } from '../../../packages/server/src/testing/test-service.ts'
import type { LedgerOrganization } from '../../../packages/server/test/faults/support/organization.ts'
import type { Senders } from '../../../packages/server/test/faults/support/senders.ts'
import { takeToken } from '../../../packages/server/test/faults/support/settle.ts'
import { observe } from './observe.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

const READERS = 4
/** As many as one key may have on a node, since both may end up on the same one. */
const WATCHERS = MAX_STREAMS_PER_SESSION
const READ_PAUSE_MS = 50
/** What a browser waits before it opens an ended stream again, as the stream tells it. */
const REOPEN_MS = 3_000

/** Work that is repeated until the end; what it saw is counted. */
const repeat = (signal: AbortSignal, count: Map<string, number>, once: () => Promise<string>): Promise<void> =>
  (async () => {
    while (!signal.aborted) {
      const what = await once().catch((error) => String((error as Error).cause ?? error))
      count.set(what, (count.get(what) ?? 0) + 1)
    }
  })()

/** Opens a stream as a browser does, and reads it to its end, which must be in good order. */
const watch = async (url: string, token: string, signal: AbortSignal): Promise<string> => {
  const request = get(url, { headers: { ...bearer(token), accept: 'text/event-stream' }, agent: false })
  signal.addEventListener('abort', () => request.destroy(), { once: true })
  const [response] = (await once(request, 'response').catch((error) => {
    if (signal.aborted) return [undefined]
    throw error
  })) as [IncomingMessage | undefined]
  if (!response) return 'closed by us'
  if (response.statusCode !== 200) return String(response.statusCode)
  let text = ''
  try {
    for await (const chunk of response) text += chunk
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (!text.startsWith('retry:') && !text.includes('event: hello')) return `no greeting: ${text.slice(0, 50)}`
  if (signal.aborted) return 'closed by us'
  await delay(REOPEN_MS)
  return 'ended in good order'
}

/** Stops both nodes, one after the other, as an upgrade does, while callers send, read and watch. */
export const upgradeNodes = async (
  stage: Stage,
  senders: Senders,
  [organization]: readonly LedgerOrganization[],
): Promise<void> => {
  const { key, ids } = organization as LedgerOrganization
  const done = new AbortController()
  const { signal } = done
  const read = new Map<string, number>()
  const watched = new Map<string, number>()
  const fault = 'rolling upgrade: SIGTERM of both nodes, one after the other'
  await observe(stage, senders, { fault, clear: ['200'] }, async () => {
    const reading = Array.from({ length: READERS }, () =>
      repeat(signal, read, async () => {
        const response = await fetch(`${stage.baseUrl}/v1/analytics/users/basic`, { headers: basic(key) })
        await response.text()
        await delay(READ_PAUSE_MS)
        return String(response.status)
      }),
    )
    const token = await takeToken(stage.baseUrl, organization as LedgerOrganization)
    const watching = Array.from({ length: WATCHERS }, () =>
      repeat(signal, watched, () => watch(`${stage.baseUrl}/api/stream?locationId=${ids.berlin}`, token, signal)),
    )
    for (const node of stage.nodes) {
      const { starts } = node
      await node.terminate()
      await until(() => node.starts, starts + 1)
      // The next one only leaves when the load balancer sends calls to this one again.
      await until(stage.countReady, stage.nodes.length)
    }
    done.abort()
    await Promise.all([...reading, ...watching])
    const list = (counts: Map<string, number>) => [...counts].map(([what, times]) => `${what}: ${times}`).join(', ')
    return { note: `reads ${list(read)}; streams ${list(watched)}` }
  })
  expect([...read.keys()]).toEqual(['200'])
  expect([...watched.keys()].toSorted()).toEqual(['closed by us', 'ended in good order'])
}
