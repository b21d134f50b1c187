import type { StateEntry } from '../destination.ts'
import type { Session } from './session.ts'

export const createState = (session: Session, schema: string) =>
  session.run(`create table if not exists ${schema}.rollcall_state (key text primary key, value jsonb not null)`)

export const readState = async (session: Session, schema: string): Promise<Map<string, unknown>> => {
  if (!(await hasTable(session, `${schema}.rollcall_state`))) return new Map()
  const rows = await session.rows(`select key, value from ${schema}.rollcall_state`)
  return new Map(rows.map(({ key, value }) => [String(key), value]))
}

/** `table` is quoted. */
export const hasTable = async (session: Session, table: string): Promise<boolean> => {
  const [found] = await session.rows('select to_regclass($1) is not null as found', [table])
  return found?.found === true
}

/** The last of several entries of one key counts. */
export const writeState = async (session: Session, schema: string, entries: readonly StateEntry[]): Promise<void> => {
  const last = [...new Map(entries)]
  const forgotten = last.filter(([, value]) => value === null).map(([key]) => key)
  const kept = last.filter(([, value]) => value !== null).map(([key, value]) => ({ key, value }))
  if (forgotten.length > 0) await session.run(`delete from ${schema}.rollcall_state where key = any($1)`, [forgotten])
  if (kept.length === 0) return
  await session.run(
    `
    insert into ${schema}.rollcall_state
    select key, value
    from jsonb_to_recordset($1) as entry (key text, value jsonb)
    on conflict (key) do update
    set value = excluded.value`,
    [JSON.stringify(kept)],
  )
}
