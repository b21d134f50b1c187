import { randomBytes, randomUUID } from 'node:crypto'
import { MAX_STREAMS_PER_NODE } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { createLiveStreams, MAX_WAITING_BYTES } from '../../src/planning/live/live-streams.ts'
import type { Service } from '../../src/service.ts'
import { bearer, startTestService } from '../../src/testing/test-service.ts'
import { type KeyAndSecret, tokenOf, until } from '../http/support/credentials.ts'
import { startServiceAt } from '../http/support/pair.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { type EventStream, openStream } from '../http/support/send-stream.ts'
import { book, createFloor, ofType, settle, streamPath, submitOccupancy, submitPresence, watch } from './support.ts'

const startNode = (url: string): Promise<Service> => startServiceAt(url, Buffer.alloc(32, 1))

// Each test has a service of its own, and waits most of the time.
describe.concurrent('two nodes on one database', () => {
  it('notify each other of watched locations and of new events', async () => {
    await using service = await startTestService({ secretKey: Buffer.alloc(32, 1).toString('base64') })
    await using second = await startNode(service.database.url)
    const floor = await createFloor(service)
    const viewer = await floor.signIn()
    using here = await watch(floor, viewer)
    using there = await watch(floor, viewer, { at: second })
    // Each hears from the other that the location is watched; what is stored before that is not announced.
    const untilAnnounced = (submitted: () => Promise<void>, stream: EventStream, type: string) =>
      until(async () => {
        await submitted()
        await settle()
        return ofType(stream, type).length > 0
      })
    await untilAnnounced(() => submitPresence(floor, [{}], second), here, 'presence')
    await untilAnnounced(() => submitOccupancy(floor, [{ occupancy: 2 }]), there, 'occupancy')
    for (const stream of [here, there]) {
      await until(async () => ['presence', 'occupancy'].every((type) => ofType(stream, type).length > 0))
      expect(ofType(stream, 'presence').at(-1)).toMatchObject({ userId: floor.ids.ada, locationId: floor.ids.desk })
      expect(ofType(stream, 'occupancy').at(-1)).toMatchObject({ occupancy: 2 })
    }
  })

  it('a node that starts later knows which locations are watched', async () => {
    await using service = await startTestService({ secretKey: Buffer.alloc(32, 1).toString('base64') })
    const floor = await createFloor(service)
    using stream = await watch(floor, await floor.signIn())
    await using second = await startNode(service.database.url)
    await submitPresence(floor, [{}], second)
    await until(async () => ofType(stream, 'presence').length === 1)
  })

  it('send nothing where no client watches', async () => {
    await using service = await startTestService({ secretKey: Buffer.alloc(32, 1).toString('base64') })
    const floor = await createFloor(service)
    const notified: string[] = []
    const client = await service.database.pool.connect()
    try {
      client.on('notification', ({ channel }) => notified.push(channel))
      await client.query('listen rollcall_live')
      await submitPresence(floor, [{}])
      await book(floor, floor.ids.ada, { location_id: floor.ids.berlin })
      await settle()
      await client.query('select')
      expect(notified).toEqual([])
      // The same is sent while a client watches.
      using _stream = await watch(floor, await floor.signIn())
      await submitPresence(floor, [{}])
      await until(async () => notified.length > 0)
    } finally {
      client.release(true)
    }
  })
})

const heartbeatsOf = (stream: EventStream): number => stream.text().match(/^:$/gm)?.length ?? 0

describe.concurrent('a stream', () => {
  it('ends when the connection that listens is lost, so that its reader loads again', async () => {
    await using service = await startTestService()
    const floor = await createFloor(service)
    using stream = await watch(floor, await floor.signIn())
    const listeners = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'rollcall listener'`
    await service.database.pool.query(listeners)
    expect(await stream.ended).toBe('complete')
    await until(async () => {
      using again = await watch(floor, await floor.signIn())
      await submitPresence(floor, [{}])
      await settle()
      return ofType(again, 'presence').length > 0
    })
  })

  it('misses nothing that its own node stores before it has heard what it announced itself', async () => {
    await using service = await startTestService()
    const floor = await createFloor(service)
    const { rows } = await service.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'rollcall listener'`,
    )
    const pid = rows[0]?.pid as number
    process.kill(pid, 'SIGSTOP')
    try {
      using stream = await watch(floor, await floor.signIn())
      await submitPresence(floor, [{}])
      process.kill(pid, 'SIGCONT')
      await until(async () => ofType(stream, 'presence').length === 1)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  it('does not hold up stopping, even where no client reads it', async () => {
    const service = await startTestService()
    const floor = await createFloor(service)
    using stream = await watch(floor, await floor.signIn())
    using stuck = await watch(floor, await floor.signIn())
    stuck.incoming.pause()
    // More than the connection holds waits for the reader that does not read.
    const filled = service.database.pool.query(
      `select pg_notify('rollcall_live', json_build_object('orgId', $1::text, 'locationId', $2::text, 'events', json_build_array(
         json_build_object('type', 'occupancy', 'locationId', repeat('x', 7500), 'number', n)))::text)
       from generate_series(1, 1500) n`,
      [floor.organization.id, floor.ids.berlin],
    )
    await filled
    await settle()
    await service[Symbol.asyncDispose]()
    expect(await stream.ended).toMatch(/complete|cut off/)
  })

  // Checked every 2 seconds; heartbeats come every 15.
  it('ends before a second heartbeat when its reader loses access, and continues otherwise', async () => {
    await using service = await startTestService()
    const [floor, blocked] = [await createFloor(service), await createFloor(service)]
    const { pool, db } = service.database
    const roles = ['analytics-administrator'] as const
    const [leaving, expiring, inactive, reset, removed, staying, analyst] = [
      await floor.signIn(),
      await floor.signIn(),
      await floor.signIn(),
      await floor.signIn(),
      await floor.signIn(),
      await floor.signIn(),
      await floor.signIn([...roles]),
    ]
    using stack = new DisposableStack()
    const open = async (at: typeof floor, who: typeof leaving) => stack.use(await watch(at, who))
    const ending = [await open(floor, leaving), await open(floor, expiring), await open(floor, inactive)]
    ending.push(await open(floor, reset), await open(floor, removed), await open(blocked, await blocked.signIn()))
    const [revokedKey, blockedKey, key] = await Promise.all(
      [1, 2, 3].map(() => service.createKey(floor.organization.id, 'all-permissions')),
    )
    const openAs = async (credentials: typeof key) => {
      const headers = bearer(await tokenOf(service.baseUrl, credentials as KeyAndSecret))
      return stack.use(await openStream(service.baseUrl, streamPath(floor.ids.berlin), headers))
    }
    ending.push(await openAs(revokedKey), await openAs(blockedKey))
    const keptByKey = await openAs(key)
    const kept = [await open(floor, staying), await open(floor, analyst)]
    // Before the others: the check that ends the stream of a session reads these roles as well.
    await pool.query(`update user_accounts set roles = '{}' where user_id = $1`, [analyst.userId])
    await pool.query(`update users set visibility = 'nobody' where id = $1`, [floor.ids.ada])
    await send(service.baseUrl, { method: 'DELETE', path: '/api/session', headers: leaving.headers })
    await pool.query('update sessions set expires_at = now() where user_id = $1', [expiring.userId])
    await pool.query(`update users set status = 'inactive' where id = $1`, [inactive.userId])
    const administrator = bearer(await tokenOf(service.baseUrl, floor.organization.keys['all-permissions']))
    const accountOf = ({ userId }: typeof reset) => `/api/users/${userId}/account`
    const password = { password: 'another correct horse' }
    await send(service.baseUrl, {
      ...{ method: 'PUT', path: accountOf(reset) },
      headers: { ...administrator, ...JSON_TYPE },
      body: password,
    })
    await send(service.baseUrl, { method: 'DELETE', path: accountOf(removed), headers: administrator })
    await pool.query('update api_keys set revoked_at = now() where id = $1', [revokedKey?.id])
    await pool.query(`update api_keys set blocked_at = now(), blocked_reason = 'Misuse.' where id = $1`, [blockedKey?.id])
    await blockOrganization(db, blocked.organization.id, 'Not paid.')
    const heartbeatsBefore = ending.map(heartbeatsOf)
    const ends: string[] = []
    for (const { ended } of ending) void ended.then((how) => ends.push(how))
    await until(async () => ends.length === ending.length)
    expect(ends).toEqual(ending.map(() => 'complete'))
    // The time of the service itself, which a busy machine slows down as well.
    for (const [index, stream] of ending.entries()) {
      expect(heartbeatsOf(stream) - (heartbeatsBefore[index] as number)).toBeLessThanOrEqual(1)
    }
    await until(async () => kept.every((stream) => heartbeatsOf(stream) > 0))
    await submitPresence(floor, [{}])
    await until(async () => ofType(keptByKey, 'presence').length === 1)
    for (const stream of kept) {
      await until(async () => ofType(stream, 'presence').length === 1)
      expect(ofType(stream, 'presence')).toMatchObject([{ userId: null }])
    }
  })
})

describe('the streams of a node', () => {
  const location = { orgId: randomUUID(), locationId: randomUUID() }
  const viewer = { userId: null, seesEverybody: true }
  const owner = (id: string) => ({ id, tokenHash: randomBytes(32) })

  it('are a thousand', () => {
    const streams = createLiveStreams()
    for (let n = 0; n < MAX_STREAMS_PER_NODE; n++) streams.add({ ...location, viewer, owner: owner(`${n}`) })
    expect(() => streams.add({ ...location, viewer, owner: owner('one more') })).toThrow('This node already serves 1000 streams.')
  })

  it('hold little for a slow reader, and cut off who falls behind further', async () => {
    const streams = createLiveStreams()
    const [slow, other] = ['slow', 'other'].map((id) => streams.add({ ...location, viewer, owner: owner(id) }))
    if (!slow || !other) throw new Error('Two are needed')
    streams.send(slow, 'x'.repeat(MAX_WAITING_BYTES))
    expect(slow.readable.destroyed).toBe(false)
    streams.send(slow, 'x')
    streams.send(other, 'x')
    expect([slow.readable.destroyed, other.readable.destroyed]).toEqual([true, false])
    await new Promise(setImmediate)
    expect(streams.all()).toEqual([other])
  })

  it('are refused once the node stops', async () => {
    const streams = createLiveStreams()
    await streams.close()
    expect(() => streams.add({ ...location, viewer, owner: owner('late') })).toThrow()
  })
})
