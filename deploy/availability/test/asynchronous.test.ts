import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerOrganization } from '../../../packages/server/test/faults/support/organization.ts'
import type { Senders } from '../../../packages/server/test/faults/support/senders.ts'
import { findPrimary, waitForMembers } from './cluster.ts'
import { CLEAR, observe } from './observe.ts'
import { openStage, type Stage } from './stage.ts'

/** How far the standbys are behind when the primary is lost. */
const BEHIND_MS = 1_000

let stage: Stage
let organization: LedgerOrganization
let senders: Senders

beforeAll(async () => {
  stage = await openStage()
  const primary = await findPrimary(stage.machines)
  await primary.control('edit-config', 'rollcall', '--set', 'synchronous_mode=false', '--force')
  await waitForMembers(stage.machines, 0)
  organization = await stage.openOrganization('asynchronous')
  senders = stage.sendTo([organization])
  await delay(3_000)
})
afterAll(() => stage?.[Symbol.asyncDispose]())

const readStored = async (): Promise<ReadonlySet<string>> => {
  const { rows } = await stage.database.pool.query<{ event_id: string }>(
    'select event_id from presence_events where org_id = $1 union all select event_id from occupancy_events where org_id = $1',
    [organization.id],
  )
  return new Set(rows.map((row) => row.event_id))
}

test('without synchronous mode, what was acknowledged after the last word of the standbys is lost, and nothing before', async () => {
  const acknowledgedAt = new Map<string, number>()
  senders.watch(({ acknowledged }) => {
    for (const id of acknowledged) acknowledgedAt.set(id, performance.now())
  })
  await delay(3_000)
  const fault = `asynchronous: the machine of the primary is lost, its standbys ${BEHIND_MS / 1000} s behind`
  await observe(stage, senders, { fault, clear: CLEAR }, async () => {
    const primary = await findPrimary(stage.machines)
    const resume = await primary.stopSending()
    const since = performance.now()
    await delay(BEHIND_MS)
    await primary.killAll()
    resume()
    const follower = await findPrimary(stage.machines)
    expect(follower.name).not.toBe(primary.name)
    await senders.stop()
    const stored = await readStored()
    const lost = [...acknowledgedAt].filter(([id]) => !stored.has(id))
    expect(lost.filter(([, at]) => at < since)).toEqual([])
    expect(lost.length).toBeGreaterThan(0)
    return { note: `lost: ${lost.length} of ${acknowledgedAt.size} acknowledged events, all acknowledged in that second` }
  })
})
