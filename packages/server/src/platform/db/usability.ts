import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A reason why a database that responds cannot be used, and what to do about it. */
export interface Obstacle {
  readonly kind: 'read-only' | 'rights'
  readonly found: string
  readonly remedy: string
}

interface Facts {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly role: string
  readonly database: string
  readonly mayConnect: boolean
  /** Null if the role may not use any schema of its search path. */
  readonly schema: string | null
  readonly mayCreate: boolean
  /** How many of our tables the role may not read and write. */
  readonly denied: number
  /** How many of our tables it does not own. */
  readonly notOwned: number
}

/**
 * Reports what the next connection will see, which open connections may not: settings of roles and databases, and the right to
 * connect, are checked when a connection starts. It takes one statement on catalogs.
 */
const readFacts = async (db: Db): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    with ours as (
      select c.oid, c.relowner
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p')
        and (
          c.relname in ('organizations', 'migrations', 'model_objects')
          or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
        )
    )
    select pg_is_in_recovery() as "isStandby", r.rolname as role, d.datname as database,
      current_setting('transaction_read_only')::boolean or coalesce((
        select split_part(setting, '=', 2)::boolean
        from pg_db_role_setting s
        cross join unnest(s.setconfig) setting
        where s.setdatabase in (0, d.oid) and s.setrole in (0, r.oid) and setting like 'default_transaction_read_only=%'
        order by s.setrole = 0, s.setdatabase = 0
        limit 1
      ), false) as "isReadOnly",
      r.rolcanlogin and has_database_privilege(d.oid, 'connect') as "mayConnect",
      current_schema()::text as schema,
      coalesce(has_schema_privilege(current_schema()::text, 'create'), false) as "mayCreate",
      (
        select count(*)::int
        from ours
        where not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      ) as denied,
      (select count(*)::int from ours where not pg_has_role(relowner, 'usage')) as "notOwned"
    from pg_roles r, pg_database d
    where r.rolname = current_user and d.datname = current_database()
  `.execute(db)
  return rows[0] as Facts
}

const rights = (found: string, remedy: string): Obstacle => ({ kind: 'rights', found, remedy })

const readOnly = ({ isStandby, isReadOnly, database }: Facts): Obstacle[] => {
  if (isStandby) {
    const remedy = 'Set DATABASE_URL to the primary, or promote this one.'
    return [{ kind: 'read-only', found: 'The database is a standby, which cannot be written to.', remedy }]
  }
  if (!isReadOnly) return []
  const remedy = `Turn default_transaction_read_only off: in postgresql.conf, or by ALTER DATABASE ${database} (or ALTER ROLE …) RESET default_transaction_read_only.`
  return [{ kind: 'read-only', found: 'The database is read-only: default_transaction_read_only is on.', remedy }]
}

const missingRights = ({ role, database, mayConnect, schema, mayCreate, denied, notOwned }: Facts): Obstacle[] => {
  if (!mayConnect)
    return [
      rights(`The role ${role} may not connect.`, `ALTER ROLE ${role} LOGIN; GRANT CONNECT ON DATABASE ${database} TO ${role}.`),
    ]
  if (schema === null) {
    return [
      rights(`The role ${role} may use no schema.`, `GRANT USAGE, CREATE ON SCHEMA public TO ${role}, or set its search_path.`),
    ]
  }
  const found: Obstacle[] = []
  if (!mayCreate) {
    found.push(
      rights(
        `The role ${role} may not create tables in the schema ${schema}.`,
        `GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role}.`,
      ),
    )
  }
  if (denied > 0) {
    const remedy = `GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}, or use the role that created them.`
    found.push(rights(`The role ${role} may not read and write ${denied} of the tables.`, remedy))
  } else if (notOwned > 0) {
    const remedy = `Use the role that created them, or make ${role} their owner (REASSIGN OWNED): migrations and new months of events need it.`
    found.push(rights(`The role ${role} does not own ${notOwned} of the tables.`, remedy))
  }
  return found
}

/** Returns why the service cannot work with this database; empty if it can. */
export const findObstacles = async (db: Db): Promise<Obstacle[]> => {
  const facts = await readFacts(db)
  return [...readOnly(facts), ...missingRights(facts)]
}
