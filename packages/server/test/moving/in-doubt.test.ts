import { expect, test } from 'vitest'
import { moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { cellOf, findUnfinished, type Move, savePhase, switchCell } from '../../src/operations/moving/move-store.ts'
import { findPlacement } from '../../src/operations/moving/placement.ts'
import { type Moving, settle } from '../../src/operations/moving/switch-over.ts'
import { openTwoCells, type TwoCells } from './support.ts'

/** A move that has come as far as the switch: no cell serves the organization. */
const openSwitching = async ({ cells, control, route, source }: TwoCells): Promise<Moving> => {
  const stopping = new AbortController()
  const stopped = moveOrganization(cells, route.orgId, 'two', {
    signal: stopping.signal,
    onProgress: ({ phase }) => (phase === 'verifying' ? stopping.abort(new Error('stopped')) : undefined),
  })
  await expect(stopped).rejects.toThrow('stopped')
  const move = (await findUnfinished(control, route.orgId)) as Move
  await savePhase(control, move, 'switching')
  await source.pool.query(`update organizations set placement = 'gone' where id = $1`, [route.orgId])
  return { control, route, move }
}

const placementsOf = async ({ route }: TwoCells) => [
  await findPlacement(route.source, route.orgId),
  await findPlacement(route.target, route.orgId),
]

const WAITING = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%organization_moves%'`

test('a switch whose answer was lost is waited for, and not taken back before it takes effect', async () => {
  await using two = await openTwoCells()
  const moving = await openSwitching(two)
  const { orgId, moveNo } = moving.move
  // PostgreSQL is still committing what the run that has lost its connection sent.
  const committing = await two.source.pool.connect()
  await committing.query('begin')
  await committing.query(`update organization_moves set phase = 'switched' where org_id = $1 and move_no = $2`, [orgId, moveNo])
  await committing.query(`insert into organization_cells (org_id, cell) values ($1, 'two')`, [orgId])
  const settling = settle(moving)
  await expect.poll(async () => (await two.source.pool.query(WAITING)).rowCount).toBe(1)
  expect(await placementsOf(two)).toEqual(['gone', 'arriving'])
  await committing.query('commit')
  committing.release()
  expect(await settling).toBe(true)
  expect(await placementsOf(two)).toEqual(['gone', 'here'])
})

test('a run that was held up cannot switch after another one has taken the move back', async () => {
  await using two = await openTwoCells()
  const moving = await openSwitching(two)
  expect(await settle(moving)).toBe(false)
  expect(await placementsOf(two)).toEqual(['here', 'arriving'])
  await expect(switchCell(two.control, moving.move)).rejects.toThrow('taken back')
  expect(await cellOf(two.control, two.route.orgId)).toBe('main')
  expect(await moveOrganization(two.cells, two.route.orgId, 'two')).toMatchObject({ phase: 'switched' })
  expect(await placementsOf(two)).toEqual(['gone', 'here'])
})
