import type { Erasure } from '@rollcall/contract'
import { sql } from 'kysely'
import { changingUsers } from '../../directory/consequences/changing.ts'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import { directoryConsequences } from '../../planning/consequences/directory-consequences.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { namedParameters } from '../../platform/sql/named-parameters.ts'
import type { Person } from './person.ts'
import { PERSONAL_TABLES } from './personal-columns.ts'
import type { PersonalTable } from './personal-table.ts'
import { beginPseudonyms } from './pseudonyms.ts'
import { readParameters } from './visitor.ts'

type ErasedRows = Erasure['tables']

/** The tables in which erasing deletes or changes rows, in the order of processing. */
const ERASABLE = Object.entries(PERSONAL_TABLES).filter(([, { erase }]) => erase !== undefined)

const effectOf = ({ erase }: PersonalTable) => (erase === 'delete' ? 'removed' : 'changed')

const conditionOf = ({ rows, erases }: PersonalTable): string => `t.org_id = $org and ${erases ?? rows}`

const statementOf = (name: string, table: PersonalTable): string => {
  if (table.erase === 'delete') return `delete from ${name} t where ${conditionOf(table)}`
  const changes = Object.entries({ ...table.erase, ...table.sets }).map(([column, value]) => `${column} = ${value}`)
  return `update ${name} t set ${changes.join(', ')} where ${conditionOf(table)}`
}

/** Returns the number of rows that `eraseRows` would delete or change, by table. */
export const countErasable = async (db: Db, orgId: string, person: Person): Promise<ErasedRows> => {
  const parameters = await readParameters(db, orgId, person)
  const counts: ErasedRows = []
  for (const [name, table] of ERASABLE) {
    const statement = `select count(*) as rows from ${name} t where ${conditionOf(table)}`
    const { rows } = await db.executeQuery<{ rows: number }>(namedParameters(statement, parameters))
    counts.push({ table: name, effect: effectOf(table), rows: rows[0]?.rows ?? 0 })
  }
  return counts.filter(({ rows }) => rows > 0)
}

/** Deletes or changes every row that identifies the person. It is safe to repeat. */
export const eraseRows = async (trx: Db, orgId: string, person: Person): Promise<ErasedRows> => {
  const parameters = await readParameters(trx, orgId, person)
  const counts: ErasedRows = []
  await beginPseudonyms(trx)
  // The triggers of users record which days this changes, and why.
  await sql`select set_config('rollcall.erasing', 'on', true)`.execute(trx)
  for (const [name, table] of ERASABLE) {
    const erase = () => trx.executeQuery(namedParameters(statementOf(name, table), parameters))
    const { numAffectedRows } =
      name === 'users' ? await changingUsers(trx, directoryConsequences, orgId, [person.userId], erase) : await erase()
    counts.push({ table: name, effect: effectOf(table), rows: Number(numAffectedRows ?? 0) })
    if (name === 'presence_events' && numAffectedRows)
      await tickErased(trx, orgId, 'presence', arrayLiteral([...person.localDays]))
    if (name === 'users') await tickWeeks(trx, orgId)
    if (name === 'visits' || name === 'visitor_events') await tickErased(trx, orgId, 'visits', parameters.visitDays ?? null)
  }
  return counts.filter(({ rows }) => rows > 0)
}

/** Makes the next refresh publish the weeks that attendance policies judged again, without the person. */
const tickWeeks = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct org_id, 'policies', day, 'erased'
    from segments
    where org_id = ${orgId} and dataset = 'policy-weeks' and row_count > 0
  `.execute(trx)
}

/** Makes the next refresh publish the days on which the person was present, or which name them in a visit, again. */
const tickErased = async (trx: Db, orgId: string, topic: ChangeTopic, days: string | null): Promise<void> => {
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select ${orgId}, ${topic}, day, 'erased'
    from unnest(${days}::date[]) as d (day)
  `.execute(trx)
}
