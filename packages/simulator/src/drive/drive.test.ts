import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { simulateCompany } from '../company/company.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Delivery } from '../day/types.ts'
import { companyImportFile } from '../import/import-file.ts'
import { serve } from '../testing/serve.ts'
import { createPlainService } from '../testing/service.ts'
import type { TruthRow } from '../truth/rows.ts'
import { writeTruth } from '../truth/write-truth.ts'
import { deliveriesByDay } from './delivery-order.ts'
import { runHistory } from './history.ts'
import { runLive } from './live.ts'

const RANGE = { fromDay: '2026-03-05', toDay: '2026-03-10' }
const company = simulateCompany({ seed: 5, employees: 200, startDay: '2026-03-01' })

const start = async () => {
  const service = createPlainService(companyImportFile(company))
  return { service, ...(await serve(service)) }
}

const writtenTruth = async (): Promise<TruthRow[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'rollcall-truth-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'truth.ndjson')
  const count = await writeTruth(company, RANGE, file)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(count)
  return lines.map((line) => JSON.parse(line))
}

test('history: the service arrives at the written truth, and a second run changes nothing', async () => {
  const { service, client, calls } = await start()
  const truth = await writtenTruth()
  const first = await runHistory(client, company, { ...RANGE, concurrency: 5 })

  const expected: Record<string, { accepted: number; duplicate: number; refused: number }> = {}
  const seen: Record<string, object> = {}
  for (const row of truth) {
    if (row.type === 'userDay') {
      for (const one of row.offices) {
        seen[`${row.day} ${row.userName} ${one.locationName}`] = { first: one.firstSeen, last: one.lastSeen }
      }
    }
    if (row.type !== 'sourceDay') continue
    const sum = expected[row.sourceId] ?? { accepted: 0, duplicate: 0, refused: 0 }
    expected[row.sourceId] = sum
    for (const field of ['accepted', 'duplicate', 'refused'] as const) sum[field] += row[field]
  }
  expect(first.bySource).toEqual(expected)
  expect(Object.fromEntries(service.seen)).toEqual(seen)
  expect(first.deeds).toBeGreaterThan(10)
  expect(calls.filter(({ path }) => /^\/api\/users\/.*\/(plan|booking)/.test(path))).toHaveLength(first.deeds)
  expect(first.events).toBe(first.accepted + first.duplicate + first.userNotFound)
  expect(Math.max(...calls.map(({ events }) => events))).toBeLessThanOrEqual(1000)

  const second = await runHistory(client, company, RANGE)
  expect(second).toMatchObject({ accepted: 0, duplicate: first.accepted + first.duplicate, userNotFound: first.userNotFound })
  expect(Object.fromEntries(service.seen)).toEqual(seen)
})

test('deliveries of several days are in order of delivery, each exactly once', () => {
  const all = [...deliveriesByDay(company, RANGE)].flatMap(({ deliveries }) => deliveries)
  for (const [index, { deliverAt }] of all.entries()) expect(deliverAt >= (all[index - 1]?.deliverAt ?? 0)).toBe(true)
  const alone = ['05', '06', '07', '08', '09', '10'].flatMap((day) => simulateDay(company, `2026-03-${day}`).deliveries)
  const keys = (list: Delivery[]) => list.map(({ sourceId, eventId, deliverAt }) => `${sourceId} ${eventId} ${deliverAt}`).sort()
  expect(keys(all)).toEqual(keys(alone))
})

test('events of another company never count as repeats', () => {
  const ids = (one: typeof company) =>
    simulateDay(one, '2026-03-05').deliveries.map(({ sourceId, eventId }) => `${sourceId} ${eventId}`)
  const others = [{ seed: 6 }, { employees: 201 }, { companyName: 'Other' }]
  const own = new Set(ids(company))
  for (const other of others) {
    const theirs = simulateCompany({ seed: 5, employees: 200, startDay: '2026-03-01', ...other })
    expect(ids(theirs).filter((id) => own.has(id))).toEqual([])
  }
})

test('a directory without the company is reported before anything is sent', async () => {
  const { client, calls } = await serve(createPlainService({ locations: [] }))
  await expect(runHistory(client, company, RANGE)).rejects.toThrow(/lacks 6 of 6 locations.*Berlin Mitte/)
  expect(calls.some(({ path }) => path.startsWith('/v1/presence'))).toBe(false)
})

test('a response with a missing result fails the run', async () => {
  const { service, client } = await start()
  const presence = service.presence
  service.presence = (request) => presence(request).slice(1)
  await expect(runHistory(client, company, RANGE)).rejects.toThrow(/one result per event/)
})

test('history can be aborted', async () => {
  const { client } = await start()
  const controller = new AbortController()
  const reason = new Error('enough')
  const onProgress = () => controller.abort(reason)
  await expect(runHistory(client, company, { ...RANGE, onProgress, signal: controller.signal })).rejects.toBe(reason)
})

test('live: catches up on what was due, sends the rest when due, and continues with the next day', async () => {
  const { client } = await start()
  const began = Date.now()
  const noon = Date.parse('2026-03-10T10:00:00Z')
  let offset = noon - began
  const controller = new AbortController()
  const sent: Delivery[] = []
  const running = runLive(client, company, {
    speed: 3600,
    now: () => Date.now() + offset,
    signal: controller.signal,
    onEvent: (delivery) => sent.push(delivery),
  })
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await until(() => sent.length > 0)
  const caughtUp = sent.filter(({ deliverAt }) => deliverAt <= noon).length
  const due = simulateDay(company, '2026-03-10').deliveries.filter(({ deliverAt }) => deliverAt <= noon)
  expect(caughtUp).toBeGreaterThan(0)
  await until(() => sent.filter(({ deliverAt }) => deliverAt <= noon).length === due.length)
  await until(() => sent.some(({ deliverAt }) => deliverAt > noon + 3_600_000))
  offset += 24 * 3_600_000
  await until(() => sent.some(({ at }) => at > noon + 20 * 3_600_000))
  controller.abort()
  const tally = await running
  expect(tally.events).toBe(sent.length)
  expect(tally.deeds).toBeGreaterThan(0)
  expect(tally.locationNotFound + tally.refused).toBe(0)
})

test('live: says when everything that was due at the start is sent, days that are over in some offices only included', async () => {
  const { client } = await start()
  await runHistory(client, company, RANGE)
  // It is the evening of 11 March in the west, and 12 March in the east.
  const moment = Date.parse('2026-03-12T00:30:00Z')
  const controller = new AbortController()
  const sent: Delivery[] = []
  await runLive(client, company, {
    now: () => moment,
    signal: controller.signal,
    onEvent: (delivery) => sent.push(delivery),
    onCaughtUp: () => controller.abort(),
  })
  const due = simulateDay(company, '2026-03-11').deliveries.filter(({ deliverAt }) => deliverAt <= moment)
  expect(due.length).toBeGreaterThan(0)
  expect(sent.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(due.map(({ eventId }) => eventId)))
})
