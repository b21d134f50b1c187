import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { basic, bearer } from '../../../src/testing/test-service.ts'
import { pick } from '../support/form.ts'
import { observe } from '../support/observe.ts'
import type { LedgerOrganization } from '../support/organization.ts'
import { publish, takeToken } from '../support/settle.ts'
import type { Stage } from '../support/stage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const readUsers = async (baseUrl: string, token: string): Promise<string> => {
  const answer = await fetch(`${baseUrl}/v1/analytics/users`, { headers: bearer(token) })
  const text = await answer.text()
  return answer.status === 200 ? '200' : (JSON.parse(text) as { code: string }).code
}

/** Signs with the clock of this machine, as a caller does whose own is right. */
const authenticate = async (baseUrl: string, { key }: LedgerOrganization): Promise<number> => {
  const timestamp = Math.floor(Date.now() / 1000)
  const hash = createHmac('sha256', key.secret).update(`${key.id}${timestamp}`).digest('hex')
  const answer = await fetch(`${baseUrl}/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: key.id, timestamp, hash }),
  })
  await answer.text()
  return answer.status
}

/** Sends the presence of a user now; returns whether each node shows it at once. */
const seeToday = async ({ nodes }: Stage, { key, ids }: LedgerOrganization): Promise<boolean[]> => {
  const event = {
    eventId: 'now',
    timestamp: new Date().toISOString(),
    locationId: ids.desk,
    locationType: 'place',
    userId: ids.ada,
  }
  const day = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString().slice(0, 10)
  const [first] = nodes as [Stage['nodes'][0]]
  await fetch(`${first.baseUrl}/v1/presence/basic`, {
    method: 'POST',
    headers: { ...basic(key), 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'today', presenceEvents: [event] }),
  })
  return Promise.all(
    nodes.map(async ({ baseUrl }) => {
      const query = `startDate=${day(-DAY_MS)}&endDate=${day(DAY_MS)}`
      const answer = await fetch(`${baseUrl}/v1/analytics/presence/basic?${query}`, { headers: basic(key) })
      return ((await answer.json()) as { eventId: string }[]).some(({ eventId }) => eventId === 'now')
    }),
  )
}

/** Locations some of whose published days are not over. */
const readTooSoon = async ({ database }: Stage): Promise<object[]> => {
  const { rows } = await database.pool.query(
    `select p.location_id, p.published_through
     from published_locations p
     left join locations l on l.org_id = p.org_id and l.id = p.location_id
     where p.published_through >= (now() at time zone coalesce(l.time_zone, 'UTC'))::date`,
  )
  return rows
}

/** Sets the clocks, and waits until the time of rows that a node reads now shows that it has noticed. */
const setClocks = async (stage: Stage, { key }: LedgerOrganization, offsetsMs: readonly number[] = []): Promise<void> => {
  await stage.setClocks(offsetsMs)
  const hoursAhead = async ({ baseUrl }: Stage['nodes'][0]): Promise<string> => {
    const answer = await fetch(`${baseUrl}/v1/analytics/users/basic`, { headers: basic(key) })
    await answer.text()
    return `${Math.round((Date.parse(answer.headers.get('warehouse-refreshed-at') ?? '') - Date.now()) / HOUR_MS)}`
  }
  const expected = stage.nodes.map((_, index) => `${(offsetsMs[index] ?? 0) / HOUR_MS}`)
  await expect.poll(() => Promise.all(stage.nodes.map(hoursAhead))).toEqual(expected)
}

/** The clock of one node goes ahead while that of the other goes back, and the other way round. */
export const stepClocks = async (stage: Stage): Promise<void> => {
  const [organization] = stage.organizations as [LedgerOrganization]
  const [first, second] = stage.nodes as [Stage['nodes'][0], Stage['nodes'][0]]
  const pids = stage.nodes.map(({ pid }) => pid)
  const early = await takeToken(first.baseUrl, organization)
  for (const [name, step] of [
    ['1 h', HOUR_MS],
    ['2 days', 2 * DAY_MS],
  ] as const) {
    const line = await observe(stage, `clock of one node ${name} ahead, of the other ${name} behind, and back`, async () => {
      const before = await Promise.all(stage.nodes.map((node) => node.usedTime()))
      const began = performance.now()
      for (const offsets of [
        [step, -step],
        [-step, step],
      ] as const) {
        await setClocks(stage, organization, offsets)
        const ahead = offsets[0] > 0 ? first : second
        const behind = offsets[0] > 0 ? second : first
        // A token expires by the clock of the node that is asked, and a caller continues with a new one.
        expect([await readUsers(ahead.baseUrl, early), await readUsers(behind.baseUrl, early)]).toEqual(['token_expired', '200'])
        for (const { baseUrl } of stage.nodes) {
          expect(await readUsers(baseUrl, await takeToken(baseUrl, organization))).toBe('200')
          expect(await authenticate(baseUrl, organization)).toBe(401)
        }
        // The clock of the node does not decide which days are over.
        await publish(ahead.baseUrl, organization)
        await delay(pick(200, 5_000))
      }
      await setClocks(stage, organization)
      const used = (await Promise.all(stage.nodes.map((node) => node.usedTime()))).map(
        (ms, index) => ms - (before[index] as number),
      )
      const share = (ms: number) => `${Math.round((ms / (performance.now() - began)) * 100)} %`
      return { note: `processor time of the nodes ${used.map(share).join(' and ')}` }
    })
    expect(Object.keys(line.seen)).toEqual(['200'])
    for (const { baseUrl } of stage.nodes) {
      expect([await readUsers(baseUrl, early), await authenticate(baseUrl, organization)]).toEqual(['200', 200])
    }
  }
  expect(await readTooSoon(stage)).toEqual([])
  expect(await seeToday(stage, organization)).toEqual([true, true])
  expect(stage.nodes.map(({ pid }) => pid)).toEqual(pids)
}
