import { bearerSecret } from '@rollcall/contract'
import { type Caller, callAsKey, createCaller } from './caller.ts'
import type { CpuSeconds } from './cpu.ts'
import { median, percentile } from './load.ts'
import { grouped, timed } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const USERS = 100_000
const QUICK_USERS = 2_000
/** Operations of a bulk call. */
const BULK = 1_000
const READS = 200

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const personOf = (index: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  userName: `employee${index}@example.org`,
  externalId: `x${index}`,
  name: { givenName: `Given ${index}`, familyName: `Family ${index}` },
  displayName: `Employee ${index}`,
  emails: [{ value: `employee${index}@example.org`, type: 'work', primary: true }],
  active: true,
  [ENTERPRISE]: { department: `Department ${index % 200}` },
})

/** A provider as it is configured: with the bearer secret of its key. */
const connectProvider = async (subject: Subject): Promise<Caller> => {
  const administrator = await callAsKey(subject)
  const creation = { name: 'Directory', role: 'provisioning', authMethods: ['basic'] }
  const { keyId, secret } = await administrator.json<{ keyId: string; secret: string }>('POST', '/api/keys', creation)
  administrator.close()
  return createCaller(subject.baseUrl, { authorization: `Bearer ${bearerSecret(keyId, secret)}` })
}

/** Sends all users by bulk calls, and returns their ids. */
const sync = async (provider: Caller, users: number, status: string, operationOf: (index: number) => object) => {
  const ids: string[] = []
  for (let start = 0; start < users; start += BULK) {
    const Operations = Array.from({ length: BULK }, (_, offset) => operationOf(start + offset))
    const answer = await provider.json<{ Operations: { status: string; location: string }[] }>('POST', '/scim/v2/Bulk', {
      Operations,
    })
    for (const done of answer.Operations) {
      if (done.status !== status) throw new Error(`An operation was answered ${done.status}, not ${status}`)
      ids.push(done.location.split('/').at(-1) as string)
    }
  }
  return ids
}

const TABLES = ['users', 'provisioned_users', 'groups', 'provisioned_groups', 'group_members', 'table_revisions', 'audit_log']

const transactionOf = async ({ pool }: Subject): Promise<string> =>
  (await pool.query<{ id: string }>('select pg_current_xact_id()::text as id')).rows[0]?.id as string

/** Rows of the directory that were written after this transaction. */
const writtenAfter = async ({ pool }: Subject, transaction: string): Promise<number> => {
  const counts = TABLES.map((table) => `(select count(*) from ${table} where xmin::text::int8 > $1::int8)`)
  const { rows } = await pool.query<{ written: number }>(`select (${counts.join(' + ')})::float8 as written`, [transaction])
  return rows[0]?.written ?? 0
}

const spent = async <T>({ cpu }: Subject, work: () => Promise<T>) => {
  const total = ({ server, database }: CpuSeconds) => server + database
  const before = total(await cpu())
  const { seconds, result } = await timed(work)
  return { seconds, result, cpu: total(await cpu()) - before }
}

/**
 * Provisions 100,000 users by bulk calls, sends all of them once more unchanged, and finds single users by filters, against the read of
 * a single user. Calls are sequential, because the cost of a call is compared.
 */
export const measureProvisioning = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const users = quick ? QUICK_USERS : USERS
  const provider = await connectProvider(subject)
  const created = await spent(subject, () =>
    sync(provider, users, '201', (index) => ({ method: 'POST', path: '/Users', bulkId: `b${index}`, data: personOf(index) })),
  )
  const ids = created.result
  const before = await transactionOf(subject)
  const repeated = await spent(subject, () =>
    sync(provider, users, '200', (index) => ({ method: 'PUT', path: `/Users/${ids[index]}`, data: personOf(index) })),
  )
  const written = await writtenAfter(subject, before)
  if (written > 0) throw new Error(`A sync that changes nothing wrote ${written} rows`)

  const figures: Figure[] = [
    {
      name: 'unchanged sync',
      value: `${repeated.seconds.toFixed(1)} s`,
      reference: `${created.seconds.toFixed(1)} s to create the users`,
      ratio: repeated.seconds / created.seconds,
      notes: `${grouped(users)} users by PUT in bulk calls of ${grouped(BULK)}; ${written} rows written; CPU ${repeated.cpu.toFixed(1)} s against ${created.cpu.toFixed(1)} s`,
    },
  ]
  const timesOf = async (path: (index: number) => string): Promise<number[]> => {
    const times: number[] = []
    for (let read = 0; read < READS; read++) {
      const started = performance.now()
      await provider.json('GET', `/scim/v2${path((read * 7_919) % users)}`)
      times.push(performance.now() - started)
    }
    return times
  }
  const single = (index: number) => `/Users/${ids[index]}`
  await timesOf(single)
  const reference = percentile(await timesOf(single), 0.95)
  for (const [name, filter] of Object.entries(FILTERS)) {
    const times = await timesOf((index) => `/Users?filter=${encodeURIComponent(filter(index, ids[index] as string))}`)
    const p95 = percentile(times, 0.95)
    figures.push({
      name: `filter by ${name}`,
      value: `p95 ${p95.toFixed(1)} ms`,
      reference: `p95 ${reference.toFixed(1)} ms of a single user`,
      ratio: p95 / reference,
      notes: `one of ${grouped(users)} users, p50 ${median(times).toFixed(1)} ms`,
    })
  }
  provider.close()
  return figures
}

const FILTERS: Readonly<Record<string, (index: number, id: string) => string>> = {
  userName: (index) => `userName eq "EMPLOYEE${index}@example.org"`,
  externalId: (index) => `externalId eq "x${index}"`,
  emails: (index) => `emails[type eq "work"].value eq "employee${index}@example.org"`,
  displayName: (index) => `displayName eq "employee ${index}"`,
  id: (_, id) => `id eq "${id}"`,
}
