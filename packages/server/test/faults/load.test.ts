import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readDuckDb } from '../../../cli/test/load/copies.ts'
import { spawnCli } from '../../../cli/test/support.ts'
import { PRESENCE } from '../../../loader/src/datasets/datasets.ts'
import { isLinux, isLong } from './support/form.ts'
import { type LedgerOrganization, RANGE } from './support/organization.ts'
import { settle } from './support/settle.ts'
import { openStage, type Stage } from './support/stage.ts'
import { submit } from './support/submitting.ts'
import { record } from './support/summary.ts'

const EVENTS = 30_000
const PER_CALL = 1_000
/** The load is killed this many times, and its node as often. */
const KILLS = 4

interface Load {
  readonly code: number | null
  /** Since it began to load. */
  readonly ms: number
}

/** `disturb` is called when it begins to load. */
const runLoad = async (
  { nodes }: Stage,
  { key }: LedgerOrganization,
  into: string,
  disturb?: (child: ChildProcess) => void,
): Promise<Load> => {
  const args = ['load', 'backfill', '--into', into, '--from', RANGE.startDate, '--to', RANGE.endDate, '--json']
  const child = spawnCli(args, {
    ...{ ROLLCALL_URL: nodes[0]?.baseUrl as string, ROLLCALL_KEY_ID: key.id, ROLLCALL_KEY_SECRET: key.secret },
  })
  let [told, began] = ['', performance.now()]
  child.stdout?.resume()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const isNews = !told.includes('Loading')
    told += text
    if (!isNews || !told.includes('Loading')) return
    began = performance.now()
    disturb?.(child)
  })
  const [code] = await once(child, 'close')
  return { code, ms: performance.now() - began }
}

test.runIf(isLinux && isLong)('a load that is killed, or whose node is, resumes and ends with every event once', async () => {
  await using stage = await openStage({ nodes: 1, organizations: 1, senders: 0 })
  const [organization] = stage.organizations as [LedgerOrganization]
  const [node] = stage.nodes as [Stage['nodes'][0]]
  const book = organization.books.presence
  for (let first = 0; first < EVENTS; first += PER_CALL) {
    const ids = Array.from({ length: PER_CALL }, (_, index) => `e-${first + index}`)
    const { acknowledged } = await submit(node.baseUrl, {
      organization,
      kind: 'presence',
      sourceId: 'badges',
      ids,
      number: first,
    })
    for (const id of ids) book.sent.add(id)
    for (const id of acknowledged) book.acknowledged.add(id)
  }
  expect(await settle(stage, 'load')).toEqual([])

  const home = join(stage.folder, 'copy')
  const into = join(home, 'copy.duckdb')
  await mkdir(home)
  const { ms: usual } = await runLoad(stage, organization, into)
  const began = performance.now()
  const ends = { killed: 0, failed: 0, done: 0 }
  for (let kill = 0; kill < 2 * KILLS; kill++) {
    // Each starts again with what the previous one left.
    if (kill % 2 === 0) await rm(home, { recursive: true }).then(() => mkdir(home))
    const { code } = await runLoad(stage, organization, into, async (child) => {
      await delay(usual * 0.8 * Math.random())
      if (kill % 2) await node.kill()
      else child.kill('SIGKILL')
    })
    ends[code === null ? 'killed' : code === 0 ? 'done' : 'failed']++
  }
  let attempts = 0
  while ((await runLoad(stage, organization, into)).code !== 0) {
    attempts++
    expect(attempts).toBeLessThan(10)
    await delay(1_000)
  }
  const rows = (await readDuckDb(into)).get(PRESENCE.table) ?? []
  const copied = new Set(rows.map(({ eventId }) => eventId as string))
  await record({
    fault: `kill -9 of a load, and of its node, ${KILLS} times each`,
    ...{ seconds: (performance.now() - began) / 1000, seen: {}, longestMs: 0 },
    note: `loads: ${ends.killed} killed, ${ends.failed} failed, ${ends.done} done; in the end ${copied.size} of ${EVENTS} events in the copy`,
  })
  expect(ends.killed).toBeGreaterThan(0)
  expect([rows.length, copied.size, copied.difference(book.sent).size]).toEqual([EVENTS, EVENTS, 0])
})
