/** A thread in which one organization puts full load on the service, apart from the thread that measures another one. */
import { type ClientRequest, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { type Caller, callAsKey, createCaller } from './caller.ts'
import { download } from './download.ts'
import { eventsJson } from './events.ts'
import { dayFromNow, sleep } from './measure.ts'
import type { Noise } from './neighbors.ts'
import type { NoiseReport } from './neighbors-figures.ts'

const IMPORTED_USERS = 2_000
const SLOW_BYTES_PER_SECOND = 1024
/** How long a refused sender waits: less than it is asked to. */
const PAUSE_MS = 100

const { baseUrl, tenant, noise: NOISE } = workerData as Noise
const { authorization } = tenant
const counted = { events: 0, calls: 0, refused: {} as Record<string, number> }
const stop = new AbortController()

/** Repeats the work in several lanes until the noise is over. */
const repeat = (lanes: number, work: (turn: number) => Promise<number>): Promise<void>[] => {
  let next = 0
  return Array.from({ length: lanes }, async () => {
    while (!stop.signal.aborted) {
      try {
        const events = await work(next++)
        counted.events += events
        counted.calls++
      } catch (error) {
        const what = String((error as Error).message).slice(0, 120)
        counted.refused[what] = (counted.refused[what] ?? 0) + 1
        await sleep(PAUSE_MS)
      }
    }
  })
}

const submit = (sender: Caller, round: string, size: number) => async (turn: number) => {
  const body = `{"sourceId":"${round}","presenceEvents":${eventsJson(tenant, round, turn, size)}}`
  await sender.submit('/v1/presence/basic', body)
  return size
}

const readSlowly = (): void => {
  if (stop.signal.aborted) return
  const call: ClientRequest = request(`${baseUrl}/v1/analytics/users/basic`, {
    ...{ headers: { authorization }, agent: false, signal: stop.signal },
  })
  call.on('response', (response) => {
    const timer = setInterval(() => response.read(SLOW_BYTES_PER_SECOND), 1000)
    response.on('error', () => {})
    response.on('close', () => clearInterval(timer))
    if (response.statusCode !== 200) response.resume()
  })
  call.on('error', () => {})
  call.on('close', () => setTimeout(readSlowly, 1000).unref())
  call.end()
}

const importFile = { users: Array.from({ length: IMPORTED_USERS }, (_, n) => ({ userName: `imported-${n}@bench.example` })) }

const run = async (): Promise<void> => {
  const sender = createCaller(baseUrl, { authorization }, NOISE.large + NOISE.small)
  const key = await callAsKey({ baseUrl, authorization }, NOISE.lists + NOISE.imports)
  const days = `startDate=${dayFromNow(-NOISE.readDays)}&endDate=${dayFromNow(-1)}`
  for (let reader = 0; reader < NOISE.slowReaders; reader++) readSlowly()
  parentPort?.postMessage('started')
  const turns = String(Date.now())
  await Promise.all([
    ...repeat(NOISE.large, submit(sender, `large-${turns}`, NOISE.largeEvents)),
    ...repeat(NOISE.small, submit(sender, `small-${turns}`, 1)),
    ...repeat(NOISE.lists, async (turn) => {
      await key.json('GET', `/api/users?limit=100&search=${turn % 10}`)
      return 0
    }),
    ...repeat(NOISE.readers, async () => {
      await download(`${baseUrl}/v1/analytics/user-booking-attendance/basic?${days}`, { authorization })
      return 0
    }),
    ...repeat(NOISE.imports, async () => {
      await key.json('POST', '/api/imports?dryRun=false', importFile)
      return 0
    }),
  ])
  sender.close()
  key.close()
}

parentPort?.once('message', () => stop.abort())
await run()
const { user, system } = process.threadCpuUsage()
parentPort?.postMessage({ ...counted, cpu: (user + system) / 1e6 } satisfies NoiseReport)
