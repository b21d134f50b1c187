import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { Cells } from '../../src/operations/moving/cells.ts'
import { confirmMove, moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { cellOf, findUnfinished } from '../../src/operations/moving/move-store.ts'
import { findPlacement } from '../../src/operations/moving/placement.ts'
import { ConfigError } from '../../src/platform/config-error.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { isUnavailable } from '../../src/platform/errors.ts'
import { runs } from '../../src/testing/runs.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { contentOf, openTwoCells, type TwoCells } from './support.ts'

interface Mortal extends AsyncDisposable {
  readonly cells: Cells
  /** Statements that were sent. */
  count(): number
}

/**
 * The same cells as a process of its own has them, which is killed when it sends its n-th statement: its connections are lost, and it
 * opens no others.
 */
const openMortal = async ({ source, target }: TwoCells, dieAt: number): Promise<Mortal> => {
  await using stack = new AsyncDisposableStack()
  const clients = new Set<pg.PoolClient>()
  let count = 0
  const destroy = (client: pg.PoolClient) =>
    (client as unknown as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  const isDead = () => count >= dieAt
  const open = (url: string): Database => {
    const database = stack.use(openDatabase({ url, poolSize: 5, ...LONG_WAITS }))
    database.pool.on('connect', (client) => {
      clients.add(client)
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      Object.assign(client, {
        query: (...args: unknown[]) => {
          count++
          if (isDead()) for (const each of clients) destroy(each)
          return query(...args)
        },
      })
      if (isDead()) destroy(client)
    })
    return database
  }
  const [main, two] = [open(source.url), open(target.url)]
  const running = stack.move()
  return {
    cells: { control: main.db, names: ['main', 'two'], open: async (name) => (name === 'main' ? main : two) },
    count: () => count,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Runs it until the locks of a killed process are released. */
const resume = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConfigError && error.message.startsWith('Another command'))) throw error
      await delay(20)
    }
  }
}

/** Writes events where the organization is served, one after the other, and remembers those that were acknowledged. */
const startLedger = ({ control, source, target, route }: TwoCells) => {
  const acknowledged: string[] = []
  const servedBy = new Map<string, Set<string>>()
  let refused = 0
  let isStopped = false
  const write = async (id: string): Promise<void> => {
    for (;;) {
      const cell = await cellOf(control, route.orgId)
      const { pool } = cell === 'main' ? source : target
      try {
        const { rowCount } = await pool.query(
          `insert into day_removals (org_id, user_id, day) select id, $2, current_date from organizations where id = $1 and placement = 'here'`,
          [route.orgId, id],
        )
        if (rowCount === 1) {
          servedBy.set(id, (servedBy.get(id) ?? new Set()).add(cell))
          return
        }
      } catch (error) {
        if (!isUnavailable(error)) throw error
      }
      refused++
      await delay(5)
    }
  }
  const running = (async () => {
    for (let no = 1; !isStopped; no++) {
      const id = `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`
      await write(id)
      acknowledged.push(id)
      await delay(2)
    }
  })()
  return {
    acknowledged,
    refused: () => refused,
    async stop() {
      isStopped = true
      await running
    },
  }
}

test('a move that is killed anywhere is resumed, nothing is lost or doubled, and one cell at most serves', async () => {
  await using two = await openTwoCells()
  const { cells, control, route, source, target } = two
  const before = await contentOf(source.pool, route)
  const ledger = startLedger(two)
  let length = 0
  {
    await using whole = await openMortal(two, Number.POSITIVE_INFINITY)
    await moveOrganization(whole.cells, route.orgId, 'two')
    length = whole.count()
    await confirmMove(cells, route.orgId)
  }
  for (let round = 0; round < runs(6); round++) {
    const to = (await cellOf(control, route.orgId)) === 'main' ? 'two' : 'main'
    // Every second process dies in the last statements, which are those of the switch.
    const dieAt = round % 2 === 0 ? length - Math.floor(Math.random() * 40) : 1 + Math.floor(Math.random() * length)
    {
      await using mortal = await openMortal(two, dieAt)
      await moveOrganization(mortal.cells, route.orgId, to).catch(() => {})
    }
    const placements = [await findPlacement(source.pool, route.orgId), await findPlacement(target.pool, route.orgId)]
    expect(
      placements.filter((placement) => placement === 'here' || placement === 'read-only').length,
      `died at ${dieAt}`,
    ).toBeLessThan(2)
    expect(await resume(() => moveOrganization(cells, route.orgId, to)), `died at ${dieAt}`).toMatchObject({ phase: 'switched' })
    {
      await using mortal = await openMortal(two, 1 + Math.floor(Math.random() * length))
      await confirmMove(mortal.cells, route.orgId).catch(() => {})
    }
    if (await findUnfinished(control, route.orgId)) await resume(() => confirmMove(cells, route.orgId))
  }
  await ledger.stop()
  const cell = await cellOf(control, route.orgId)
  const [here, there] = cell === 'main' ? [source, target] : [target, source]
  const after = await contentOf(here.pool, route)
  const { rows } = await here.pool.query(
    `select user_id::text as id from day_removals where org_id = $1 and user_id::text like '00000000-0000-4000-8000-%' order by 1`,
    [route.orgId],
  )
  expect(rows.map(({ id }) => id)).toEqual(ledger.acknowledged)
  expect(ledger.acknowledged.length).toBeGreaterThan(100)
  for (const [name, content] of Object.entries(before)) {
    if (name !== 'day_removals') expect(after[name], name).toEqual(content)
  }
  expect(await findPlacement(there.pool, route.orgId)).toBeUndefined()
})
