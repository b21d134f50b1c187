import { describe, expect, test } from 'vitest'
import { emptiest } from '../../src/operations/moving/choose-cell.ts'
import { confirmCopies, drainCell, readCellContent } from '../../src/operations/moving/drain-cell.ts'
import { moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { cellOf } from '../../src/operations/moving/move-store.ts'
import { findPlacement } from '../../src/operations/moving/placement.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { contentOf, openTwoCells } from './support.ts'

const MIB = 1024 * 1024

describe('the cell to which an organization moves', () => {
  const cell = (name: string, mebibytes: number, organizations: number) => ({ name, bytes: mebibytes * MIB, organizations })

  test('is the smallest database', () => {
    expect(emptiest([cell('large', 9_000, 1), cell('small', 3_000, 70)])?.name).toBe('small')
  })

  test('is the one with the fewest organizations if databases are about as small', () => {
    expect(emptiest([cell('a', 1_000, 7), cell('b', 1_150, 3), cell('c', 1_200, 0)])?.name).toBe('b')
    expect(emptiest([cell('a', 20, 1), cell('b', 30, 0)])?.name).toBe('b')
  })

  test('does not exist where no cell is left', () => {
    expect(emptiest([])).toBeUndefined()
  })
})

/** The cells `main`, `two` and `three`: `main` has two organizations, and is being drained. */
const openThreeCells = async () => {
  await using stack = new AsyncDisposableStack()
  const two = stack.use(await openTwoCells())
  const third = stack.use(await createTestDatabase())
  const databases = new Map<string, TestDatabase>([
    ['main', two.source],
    ['two', two.target],
    ['three', third],
  ])
  await two.control
    .insertInto('cells')
    .values({ name: 'three', url_sealed: Buffer.from([0]) })
    .execute()
  await two.control.insertInto('cells').values({ name: 'main', is_draining: true }).execute()
  const cells = { ...two.cells, names: [...databases.keys()], open: async (name: string) => databases.get(name) as TestDatabase }
  const orgIds = [two.route.orgId, two.other.orgId] as const
  const contentOfAll = () =>
    Promise.all(
      orgIds.map(async (orgId) => {
        const { pool } = databases.get(await cellOf(two.control, orgId)) as TestDatabase
        return [await findPlacement(pool, orgId), await contentOf(pool, { tables: two.route.tables, orgId })]
      }),
    )
  const running = stack.move()
  return { two, databases, cells, orgIds, contentOfAll, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const nameOf = async ({ pool }: TestDatabase, orgId: string): Promise<string> =>
  (await pool.query('select name from organizations where id = $1', [orgId])).rows[0].name

test('all organizations of a cell move to the emptiest ones, and their copies are removed when that is confirmed', async () => {
  await using three = await openThreeCells()
  const { two, cells, orgIds, contentOfAll } = three
  const before = await contentOfAll()
  const started: string[] = []
  const drained = await drainCell(cells, 'main', {
    onStart: (_, to, moved, total) => started.push(`${moved} of ${total} to ${to}`),
  })
  expect(drained).toMatchObject({ problem: null, done: [{ phase: 'switched' }, { phase: 'switched' }] })
  expect(started.map((text) => text.slice(0, 6))).toEqual(['0 of 2', '1 of 2'])
  // The first one went to one of two empty databases, so the other one has fewer.
  expect(new Set(drained.done.map(({ to }) => to))).toEqual(new Set(['two', 'three']))
  expect(await contentOfAll()).toEqual(before)

  const { remaining, copies } = await readCellContent(cells, 'main')
  expect([remaining, copies.map(({ orgId }) => orgId).sort()]).toEqual([[], [...orgIds].sort()])
  expect(await drainCell(cells, 'main')).toEqual({ done: [], problem: null })
  expect((await confirmCopies(cells, 'main')).done.map(({ phase }) => phase)).toEqual(['confirmed', 'confirmed'])
  expect(await readCellContent(cells, 'main')).toEqual({ remaining: [], copies: [] })
  expect((await two.source.pool.query('select from organizations')).rowCount).toBe(0)
  expect(await contentOfAll()).toEqual(before)
})

test('it stops at an organization that cannot move, says why, and continues when it is called again', async () => {
  await using three = await openThreeCells()
  const { two, databases, cells, orgIds, contentOfAll } = three
  const target = databases.get('two') as TestDatabase
  const before = await contentOfAll()
  const names = await Promise.all(orgIds.map((orgId) => nameOf(two.source, orgId)))
  await target.pool.query('insert into organizations (id, name) values (gen_random_uuid(), $1)', [names[1]])
  const stopped = await drainCell(cells, 'main', { to: 'two' })
  expect(stopped.problem).toBe(
    `${names[1]} could not be moved: The cell two has another organization with the name ${names[1]}. One is left; the same command continues there.`,
  )
  expect(stopped.done.map(({ orgId }) => orgId)).toEqual([orgIds[0]])
  await target.pool.query(`delete from organizations where name = $1 and id <> $2`, [names[1], orgIds[1]])
  expect(await drainCell(cells, 'main', { to: 'two' })).toMatchObject({ done: [{ orgId: orgIds[1], to: 'two' }], problem: null })
  expect(await contentOfAll()).toEqual(before)
})

test('one that was interrupted continues with the same organization and the same cell', async () => {
  await using three = await openThreeCells()
  const { cells, contentOfAll } = three
  const before = await contentOfAll()
  const stopping = new AbortController()
  const targets: string[] = []
  const onStart = (_: unknown, to: string) => void targets.push(to)
  const interrupted = drainCell(cells, 'main', {
    ...{ signal: stopping.signal, onStart },
    onProgress: ({ phase }) => (phase === 'following' ? stopping.abort(new Error('stopped')) : undefined),
  })
  await expect(interrupted).rejects.toThrow('stopped')
  const [first] = (await readCellContent(cells, 'main')).remaining.filter(({ move }) => move !== null)
  const { done } = await drainCell(cells, 'main', { onStart })
  expect(done[0]).toMatchObject({ orgId: first?.id, to: targets[0] })
  expect(targets[1]).toBe(targets[0])
  expect(await contentOfAll()).toEqual(before)
})

test('a move that was killed between the switch and the arrival is completed', async () => {
  await using three = await openThreeCells()
  const { two, databases, cells, orgIds, contentOfAll } = three
  const before = await contentOfAll()
  await moveOrganization(cells, orgIds[0], 'three')
  const arriving = `update organizations set placement = 'arriving' where id = $1`
  await (databases.get('three') as TestDatabase).pool.query(arriving, [orgIds[0]])
  await two.source.pool.query('update organization_moves set read_only_ms = null')
  expect((await readCellContent(cells, 'main')).remaining).toHaveLength(2)
  expect(await drainCell(cells, 'main')).toMatchObject({ done: [{ orgId: orgIds[0], to: 'three' }, {}], problem: null })
  expect(await contentOfAll()).toEqual(before)
})

test('it stops before the next organization when the cell is no longer being drained', async () => {
  await using three = await openThreeCells()
  const { two, cells } = three
  let undone: Promise<unknown> | undefined
  const { done, problem } = await drainCell(cells, 'main', {
    onProgress: () => {
      undone ??= two.source.pool.query(`delete from cells where name = 'main'`)
    },
  })
  await undone
  expect([done.length, problem]).toEqual([1, 'The cell main is no longer being drained, so organizations stay in it: 1.'])
})

test('an organization whose copy is in the cell that it came from is moved last, and the sentence says what to do', async () => {
  await using three = await openThreeCells()
  const { two, cells, orgIds } = three
  await two.control
    .insertInto('organization_moves')
    .values({
      ...{ org_id: orgIds[0], from_cell: 'two', to_cell: 'main', phase: 'switched' },
    })
    .execute()
  const { done, problem } = await drainCell(cells, 'main')
  expect(done.map(({ orgId }) => orgId)).toEqual([orgIds[1]])
  expect(problem).toContain(`Confirm that first: rollcall org move ${orgIds[0]} --confirm.`)
})

test('cells that are drained as well are not chosen, and without another one nothing moves', async () => {
  await using three = await openThreeCells()
  const { two, cells, orgIds } = three
  await two.source.pool.query(`update cells set is_draining = true where name <> 'three'`)
  expect((await drainCell(cells, 'main')).done.map(({ to }) => to)).toEqual(['three', 'three'])
  await two.source.pool.query('update cells set is_draining = true')
  const { done, problem } = await drainCell(cells, 'three')
  expect([done, problem]).toEqual([[], expect.stringMatching(/it came from main, where its copy remains/)])
  await confirmCopies(cells, 'main')
  expect((await drainCell(cells, 'three')).problem).toContain('There is no other cell that may have new organizations.')
  expect(await Promise.all(orgIds.map((orgId) => cellOf(two.control, orgId)))).toEqual(['three', 'three'])
})
