import { randomUUID } from 'node:crypto'
import { createClient, type RollcallClient } from '@rollcall/client'
import { type Caller, callAsEmployee, callAsKey, createCaller, type Employee } from './caller.ts'
import { watch } from './live-stream.ts'
import { percentile } from './load.ts'
import { dayFromNow, latencyText, shareName, sleep } from './measure.ts'
import { recycleLog } from './recycled-log.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { COMPANY, seedCompany } from './seed-company.ts'
import type { Subject } from './subject.ts'
import { count, createTally, errorCount, type Tally, tallyText } from './tally.ts'

/** Badge systems that send collected events: 10,000 people arrive within half a minute, with three readers each in two. */
const BADGES = { gateways: 10, events: 50, everyMs: 1_000 }
const EMPLOYEES = 12
const STREAMS = 50
const STREAMS_PER_SESSION = 5
const INTEGRATORS = 2

/** An actor that repeats an action until the time is over. */
type Actor = (until: number) => Promise<void>

/** The participants: the company and the callers of the service. */
interface Morning {
  readonly subject: Subject
  readonly locationIds: readonly string[]
  readonly people: readonly { userId: string; locationId: string }[]
  readonly employees: readonly Employee[]
  readonly key: Caller
  readonly client: RollcallClient
}

/** Repeats `work` at this pace, with staggered starts; delays are not made up for. */
const paced = async (until: number, everyMs: number, work: (turn: number) => Promise<void>): Promise<void> => {
  await sleep(Math.random() * everyMs)
  for (let turn = 0; performance.now() < until; turn++) {
    const next = performance.now() + everyMs
    await work(turn)
    await sleep(Math.max(0, next - performance.now()))
  }
}

const gateway = ({ subject, people }: Morning, tally: Tally): Actor => {
  const sourceId = `gateway-${randomUUID()}`
  return async (until) => {
    const sender = createCaller(subject.baseUrl, { authorization: subject.authorization }, 1)
    await paced(until, BADGES.everyMs, async () => {
      const timestamp = new Date().toISOString()
      const presenceEvents = Array.from({ length: BADGES.events }, () => {
        const { userId, locationId } = people[Math.floor(Math.random() * people.length)] as Morning['people'][number]
        return { timestamp, locationId, locationType: 'location', eventId: randomUUID(), userId }
      })
      await count(tally, () => sender.submit('/v1/presence/basic', JSON.stringify({ sourceId, presenceEvents })))
    })
    sender.close()
  }
}

/** Finds a desk and books it. Each actor uses its own day, so that actors do not conflict. */
const booker = ({ locationIds }: Morning, employee: Employee, day: string, search: Tally, booking: Tally): Actor => {
  return (until) =>
    paced(until, 1_000, async (turn) => {
      let desks: { placeId: string }[] = []
      const path = `/api/locations/${locationIds[turn % locationIds.length]}/free-desks?day=${day}`
      await count(search, async () => {
        desks = (await employee.json<{ items: { placeId: string }[] }>('GET', path)).items
      })
      const placeId = desks[turn % desks.length]?.placeId
      if (placeId === undefined) return
      await count(booking, () => employee.json('PUT', `/api/users/${employee.userId}/days/${day}/booking`, { placeId }))
    })
}

const floorReader = ({ key, locationIds }: Morning, tally: Tally): Actor => {
  return (until) =>
    paced(until, 500, (turn) =>
      count(tally, () => key.json('GET', `/api/locations/${locationIds[turn % locationIds.length]}/live-floor`)),
    )
}

/** Reads a published month by day and as a whole, and the future days. */
const integrator = ({ client }: Morning, tally: Tally): Actor => {
  const read = async (first: number, last: number): Promise<void> => {
    const { bytes } = await client.open('readAttendance', { startDate: dayFromNow(first), endDate: dayFromNow(last) })
    for await (const _ of bytes);
  }
  return (until) =>
    paced(until, 250, (turn) => count(tally, () => (turn % 10 === 9 ? read(-29, -1) : read(-1 - (turn % 28), -1 - (turn % 28)))))
}

/** The loads that are measured together and separately. */
const cast = (morning: Morning): { readonly actors: readonly Actor[]; readonly tallies: readonly Tally[] }[] => {
  const [badges, search, booking, floor, reads] = [
    createTally('badge call of 50 events'),
    createTally('search for a free desk'),
    createTally('booking of a desk'),
    createTally('view of the live floor'),
    createTally('read of an integrator'),
  ] as const
  const many = (number: number, make: (index: number) => Actor): Actor[] =>
    Array.from({ length: number }, (_, index) => make(index))
  return [
    { tallies: [badges], actors: many(BADGES.gateways, () => gateway(morning, badges)) },
    {
      tallies: [search, booking],
      actors: morning.employees.map((employee, index) => booker(morning, employee, dayFromNow(1 + index), search, booking)),
    },
    { tallies: [floor], actors: many(2, () => floorReader(morning, floor)) },
    { tallies: [reads], actors: many(INTEGRATORS, () => integrator(morning, reads)) },
  ]
}

const perform = async (actors: readonly Actor[], seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1000
  await Promise.all(actors.map((actor) => actor(until)))
}

const prepare = async (subject: Subject): Promise<Morning> => {
  await seedCompany(subject, COMPANY)
  await recycleLog(subject)
  const { pool, orgId, baseUrl, authorization } = subject
  const key = await callAsKey(subject, 4)
  await key.json('POST', '/api/refresh-runs', {})
  const { rows: people } = await pool.query<{ userId: string; locationId: string }>(
    `select id as "userId", primary_location_id as "locationId" from users where org_id = $1 and user_name like 'person-%'`,
    [orgId],
  )
  const employees: Employee[] = []
  for (const { userId } of people.slice(0, EMPLOYEES)) employees.push(await callAsEmployee(subject, key, userId))
  const [id = '', secret = ''] = atob(authorization.slice('Basic '.length)).split(':')
  const locationIds = [...new Set(people.map(({ locationId }) => locationId))]
  return { subject, locationIds, people, employees, key, client: createClient({ baseUrl, key: { id, secret }, maxAttempts: 1 }) }
}

/** The morning of a company of 10,000: all loads together for some minutes, compared with each load alone. */
export const measureDay = async (subject: Subject, { quick, minutes }: Scale): Promise<Figure[]> => {
  const morning = await prepare(subject)
  const [alone, warm] = [cast(morning), cast(morning)]
  await perform(
    warm.flatMap(({ actors }) => actors),
    quick ? 2 : 8,
  )
  for (const { actors } of alone) await perform(actors, quick ? 3 : 15)
  const together = cast(morning)
  const watched = Array.from({ length: STREAMS }, (_, index) => ({
    cookie: (morning.employees[Math.floor(index / STREAMS_PER_SESSION)] as Employee).cookie,
    locationId: morning.locationIds[index % morning.locationIds.length] as string,
  }))
  using watchers = await watch(subject.baseUrl, watched)
  const [before, startedAt] = [await subject.cpu(), performance.now()]
  await perform(
    together.flatMap(({ actors }) => actors),
    minutes * 60,
  )
  const [after, seconds] = [await subject.cpu(), (performance.now() - startedAt) / 1000]
  for (const caller of [morning.key, ...morning.employees]) caller.close()

  const [ours, theirs] = [together.flatMap(({ tallies }) => tallies), alone.flatMap(({ tallies }) => tallies)]
  const cores = (kind: 'server' | 'database') => ((after[kind] - before[kind]) / seconds).toFixed(2)
  const failed = ours.reduce((sum, tally) => sum + errorCount(tally), 0) + watchers.ended()
  const answered = ours.reduce((sum, tally) => sum + tally.latencies.length, 0)
  const errorsOf = (tallies: readonly Tally[], when: string) =>
    tallies.flatMap(({ kind, errors }) => [...errors].map(([what, times]) => `${kind}${when}: ${times} × ${what}`))
  // A setup failure is printed and not counted, because it is not a request of the morning.
  const texts = [...errorsOf(ours, ''), ...errorsOf(theirs, ' alone')]
  return [
    {
      name: `mixed morning of 10,000 users, ${minutes} min: requests that failed`,
      value: `${failed} of ${answered + failed}`,
      reference: '0: every answer is a success, and no stream ends',
      ratio: failed / (answered + failed),
      notes: `${STREAMS} live streams, ${watchers.ended()} ended; the server took ${cores('server')} of the cores, PostgreSQL ${cores('database')}${texts.map((text) => `; ${text}`).join('')}`,
    },
    ...ours.map((tally, index): Figure => {
      const reference = theirs[index] as Tally
      const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99)
      return {
        name: `mixed morning: ${tally.kind}`,
        value: tallyText(tally),
        reference: `${tallyText(reference)} with nothing else going on`,
        ratio: p99(tally.latencies) / p99(reference.latencies),
        notes: `${shareName(tally.latencies, 0.99)} against ${shareName(reference.latencies, 0.99)}; ${tally.latencies.length} requests, ${(tally.latencies.length / seconds).toFixed(1)} a second; ${reference.latencies.length} alone`,
      }
    }),
    {
      name: 'mixed morning: from the reader at the door to the live floor',
      value: latencyText(watchers.delays, [0.5, 0.99]),
      reference: `${tallyText(ours[0] as Tally)}: storing the same events`,
      ratio: percentile(watchers.delays, 0.99) / percentile((ours[0] as Tally).latencies, 0.99),
      notes: `p99 against p99; ${watchers.delays.length} messages to ${STREAMS} streams`,
    },
  ]
}
