import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { isTransactionConflict, sqlState } from '../../platform/errors.ts'
import type { TenantColumn, TenantTable } from './tenant-tables.ts'

/** A writer that comes while we wait for a lock waits with us, so we wait only this long at a time. */
const LOCK_TIMEOUT_MS = 200
const RETRY_MS = 300
const LOCK_NOT_AVAILABLE = '55P03'

/** How long to try until all transactions that use a table have ended. */
const GIVE_UP_MS = 30 * 60_000

const functionOf = ({ name }: TenantTable): string => `moving_${name}`
const triggerOf = (orgId: string, kind: 'insert' | 'change'): string => `t90_moving_${kind}_${orgId.replaceAll('-', '')}`

const keyOf = (row: 'old' | 'new', key: readonly TenantColumn[]): string =>
  `jsonb_build_object(${key.map(({ name }) => `'${name}', ${row}.${name}`).join(', ')})`

/** The function notes the key of each changed row, and the former key if that changed as well. */
const captureFunction = (table: TenantTable): string => {
  const { name, org, key } = table
  const note = (row: 'old' | 'new') =>
    `insert into moving_changes (org_id, table_name, key) values (${row}.${org}, '${name}', ${keyOf(row, key)});`
  const isOtherKey = key.map(({ name: column }) => `old.${column} <> new.${column}`).join(' or ')
  return `
    create or replace function ${functionOf(table)}() returns trigger
    language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform admit_moving_write(new.${org});
        ${note('new')}
      else
        perform admit_moving_write(old.${org});
        ${note('old')}
        if tg_op = 'UPDATE' then
          if ${isOtherKey} then
            ${note('new')}
          end if;
        end if;
      end if;
      return null;
    end
    $$`
}

/** Moving an organization changes its placement, which is no change of the organization. */
const captureTriggers = (table: TenantTable, orgId: string): string[] => {
  const { name, org } = table
  const body = `execute function ${functionOf(table)}()`
  const create = (kind: 'insert' | 'change', events: string, condition: string) =>
    `create or replace trigger ${triggerOf(orgId, kind)} after ${events} on ${name} for each row when (${condition}) ${body}`
  if (name === 'organizations') return [create('change', 'update', `old.${org} = '${orgId}' and old.placement = new.placement`)]
  return [create('insert', 'insert', `new.${org} = '${orgId}'`), create('change', 'update or delete', `old.${org} = '${orgId}'`)]
}

/** Runs the work in a transaction that gives way to the transactions of others, and again until it succeeds. */
const givingWay = async (
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> => {
  const start = performance.now()
  for (;;) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // Moves share functions, so they create and drop them one after the other.
      await client.query(`select pg_advisory_xact_lock(hashtextextended('rollcall.moving', 0))`)
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await work(client)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isBusy = sqlState(error) === LOCK_NOT_AVAILABLE || isTransactionConflict(error)
      if (!isBusy || performance.now() - start > GIVE_UP_MS) throw error
    } finally {
      client.release()
    }
    await delay(RETRY_MS * (0.5 + Math.random()), undefined, { signal })
  }
}

/**
 * Makes the database note each change of the organization's rows, and refuse them once it is read-only. When this returns, every
 * transaction that changes a row notes it: creating a trigger waits for all that wrote to the table before.
 * @returns whether there was a table whose changes were not noted before
 */
export const startCapture = async (
  pool: pg.Pool,
  tables: readonly TenantTable[],
  orgId: string,
  signal?: AbortSignal,
): Promise<boolean> => {
  const known = await captured(pool, orgId)
  const missing = tables.filter(({ name }) => !known.has(name))
  for (const table of missing) {
    await givingWay(pool, signal, async (client) => {
      for (const statement of [captureFunction(table), ...captureTriggers(table, orgId)]) await client.query(statement)
    })
  }
  return missing.length > 0
}

/** Returns the names of the tables whose changes are noted. */
const captured = async (pool: pg.Pool, orgId: string): Promise<Set<string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct c.relname as name
     from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     where t.tgname = $1 and t.tgparentid = 0`,
    [triggerOf(orgId, 'change')],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Removes the triggers of the organization, the functions that no other move uses, and what was noted. */
export const stopCapture = async (
  pool: pg.Pool,
  tables: readonly TenantTable[],
  orgId: string,
  signal?: AbortSignal,
): Promise<void> => {
  const known = await captured(pool, orgId)
  for (const { name } of tables.filter((table) => known.has(table.name))) {
    await givingWay(pool, signal, async (client) => {
      for (const kind of ['insert', 'change'] as const)
        await client.query(`drop trigger if exists ${triggerOf(orgId, kind)} on ${name}`)
    })
  }
  await givingWay(pool, signal, async (client) => {
    const { rows } = await client.query<{ name: string }>(UNUSED_FUNCTIONS, [tables.map(functionOf)])
    for (const { name } of rows) await client.query(`drop function ${name}()`)
  })
  await pool.query('delete from moving_changes where org_id = $1', [orgId])
}

const UNUSED_FUNCTIONS = `
  select p.proname as name
  from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and p.proname = any ($1)
    and not exists (select from pg_trigger t where t.tgfoid = p.oid)`
