import { expect, test } from 'vitest'
import { asReplica } from '../../src/operations/moving/connections.ts'
import { listTablesWithRows } from '../../src/operations/moving/copy-parts.ts'
import { cancelMove, confirmMove, moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { cellOf, findUnfinished, listMoves } from '../../src/operations/moving/move-store.ts'
import { findPlacement } from '../../src/operations/moving/placement.ts'
import { readCatalog } from '../../src/testing/catalog.ts'
import { contentOf, openTwoCells, see, type TwoCells } from './support.ts'

const placementsOf = async ({ route }: TwoCells) => [
  await findPlacement(route.source, route.orgId),
  await findPlacement(route.target, route.orgId),
]

test('an organization moves to another cell, and its copy is removed when that is confirmed', async () => {
  await using two = await openTwoCells()
  const { cells, route, source, target, company, control } = two
  const before = await contentOf(source.pool, route)
  const catalog = await readCatalog(source.pool)
  const move = await moveOrganization(cells, route.orgId, 'two')
  expect(move).toMatchObject({ from: 'main', to: 'two', phase: 'switched', error: null, verified: { users: 40, bookings: 40 } })
  expect(move.readOnlyMs).toBeGreaterThan(0)
  expect(await placementsOf(two)).toEqual(['gone', 'here'])
  expect(await cellOf(control, route.orgId)).toBe('two')
  expect(await contentOf(target.pool, route)).toEqual(before)
  await expect(company.grow(500, 500)).rejects.toMatchObject({ code: '57M01' })

  const confirmed = await confirmMove(cells, route.orgId)
  expect(confirmed.removed).toBeGreaterThan(500)
  expect(await listTablesWithRows(source.pool, route.tables, route.orgId)).toEqual([])
  expect(await readCatalog(source.pool)).toEqual(catalog)
  expect(await findUnfinished(control, route.orgId)).toBeUndefined()
  expect(await listMoves(control, route.orgId)).toMatchObject([{ phase: 'confirmed' }])
})

test('numbers that the other cell gives are higher than those that came with the organization', async () => {
  await using two = await openTwoCells()
  const { cells, route, source, target } = two
  await source.pool.query(`select setval('user_action_numbers', 5000000), setval('day_change_ticks_tick_no_seq', 77)`)
  await target.pool.query(`select setval('day_change_ticks_tick_no_seq', 90)`)
  await moveOrganization(cells, route.orgId, 'two')
  const { rows } = await target.pool.query(
    `select nextval('user_action_numbers') as action, nextval('day_change_ticks_tick_no_seq') as tick`,
  )
  expect(rows[0].action).toBeGreaterThan(5_000_000)
  expect(rows[0].tick).toBeGreaterThan(90)
})

test('an organization moves there and back', async () => {
  await using two = await openTwoCells()
  const { cells, route, source, target, control } = two
  await moveOrganization(cells, route.orgId, 'two')
  await expect(moveOrganization(cells, route.orgId, 'main')).rejects.toThrow('is moving to two')
  await confirmMove(cells, route.orgId)
  await see(target.pool, route.orgId, '2026-02-28', 1, 10)
  const there = await contentOf(target.pool, route)
  await moveOrganization(cells, route.orgId, 'main')
  expect(await cellOf(control, route.orgId)).toBe('main')
  expect(await contentOf(source.pool, route)).toEqual(there)
  expect(await placementsOf(two)).toEqual(['here', 'gone'])
})

test('a move that is canceled leaves nothing behind', async () => {
  await using two = await openTwoCells()
  const { cells, route, source, target, control } = two
  const catalog = await readCatalog(source.pool)
  const before = await contentOf(source.pool, route)
  const stopping = new AbortController()
  const onProgress = () => stopping.abort(new Error('stopped'))
  const stopped = moveOrganization(cells, route.orgId, 'two', {
    signal: stopping.signal,
    onProgress: ({ phase }) => (phase === 'verifying' ? onProgress() : undefined),
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await placementsOf(two)).toEqual(['here', 'arriving'])
  expect(await cancelMove(cells, route.orgId)).toMatchObject({ phase: 'canceled' })
  expect(await listTablesWithRows(target.pool, route.tables, route.orgId)).toEqual([])
  expect(await readCatalog(source.pool)).toEqual(catalog)
  expect(await contentOf(source.pool, route)).toEqual(before)
  await moveOrganization(cells, route.orgId, 'two')
  await expect(cancelMove(cells, route.orgId)).rejects.toThrow('The cell two serves the organization already')
  expect((await listMoves(control, route.orgId)).map(({ phase }) => phase)).toEqual(['switched', 'canceled'])
})

test('a copy that was changed by someone else is not switched to, and the next run copies again', async () => {
  await using two = await openTwoCells()
  const { cells, route, source, target, control } = two
  let isTampered = false
  const tamper = async () => {
    isTampered = true
    await asReplica(target.pool, (client) => client.query(`delete from week_plans where user_id = md5('user 9')::uuid`))
  }
  let tampering: Promise<void> | undefined
  const moving = moveOrganization(cells, route.orgId, 'two', {
    onProgress: (progress) => {
      if (progress.phase === 'copying' && progress.part === 'zones' && !isTampered) tampering = tamper()
    },
  })
  await expect(moving).rejects.toThrow(/week_plans \(\d+ rows here, \d+ there\)/)
  await tampering
  expect(await placementsOf(two)).toEqual(['here', 'arriving'])
  expect(await findUnfinished(control, route.orgId)).toMatchObject({
    phase: 'copying',
    error: expect.stringContaining('week_plans'),
  })
  expect(await moveOrganization(cells, route.orgId, 'two')).toMatchObject({ phase: 'switched', error: null })
  expect(await contentOf(target.pool, route)).toEqual(await contentOf(source.pool, route))
})

test('a transaction that does not end keeps the organization writable', async () => {
  await using two = await openTwoCells()
  const { cells, route, source } = two
  const client = await source.pool.connect()
  const seen: string[] = []
  const moving = moveOrganization(cells, route.orgId, 'two', {
    onProgress: async ({ phase }) => {
      seen.push(phase)
      if (phase === 'verifying') {
        await client.query('begin')
        await client.query(`update users set first_name = 'Slow' where org_id = $1`, [route.orgId])
      }
    },
  })
  await expect.poll(() => seen).toContain('waiting')
  await see(source.pool, route.orgId, '2026-02-28', 1, 10)
  await client.query('commit')
  client.release()
  await moving
  expect(await contentOf(two.target.pool, route)).toEqual(await contentOf(source.pool, route))
})
