import { REPORT_KEPT_DAYS, type Report, type UserRole } from '@rollcall/contract'
import { sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import { rolesOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

interface Row extends Omit<Report, 'createdAt' | 'content'> {
  readonly createdAt: Date
  /** The time of making with all its digits, for the cursor. */
  readonly position: string
}

const SUMMARY = sql`id as "reportId", name, page, search, scope, scope_facts as "scopeFacts", due_on as "dueOn", created_at as "createdAt",
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`

/** Lists the reports of a person, the latest first, and one more than the limit of the page. */
export const listReports = async (
  db: Db,
  orgId: string,
  userId: string,
  pages: readonly string[],
  page: PageRequest,
): Promise<Row[]> => {
  const [position = null, id = null] = page.after ?? []
  const { rows } = await sql<Row>`
    select ${SUMMARY}
    from reports
    where org_id = ${orgId} and user_id = ${userId} and page = any (${[...pages]}::text[])
      and (${position}::timestamptz is null or (created_at, id) < (${position}::timestamptz, ${id}::uuid))
    order by created_at desc, id desc
    limit ${page.limit + 1}`.execute(db)
  return rows
}

export const toSummary = ({ position, createdAt, ...report }: Row) => ({ ...report, createdAt: createdAt.toISOString() })
export const positionOf = ({ position, reportId }: Row): readonly string[] => [position, reportId]

export const findReport = async (
  db: Db,
  orgId: string,
  userId: string,
  pages: readonly string[],
  reportId: string,
): Promise<Report | undefined> => {
  const { rows } = await sql<Row & Pick<Report, 'content'>>`
    select ${SUMMARY}, content
    from reports
    where org_id = ${orgId} and user_id = ${userId} and page = any (${[...pages]}::text[]) and id = ${reportId}`.execute(db)
  const [row] = rows
  return row && { ...toSummary(row), content: row.content }
}

/** The roles that an active person with an account has now; undefined for all others. */
export const findRoles = async (db: Db, orgId: string, userId: string): Promise<UserRole[] | undefined> => {
  const { rows } = await sql<{ roles: string[] }>`
    select a.roles
    from user_accounts a
    join users u on u.org_id = ${orgId} and u.id = a.user_id
    where a.org_id = ${orgId} and a.user_id = ${userId} and u.status = 'active'`.execute(db)
  return rows[0] && rolesOf(rows[0].roles)
}

/** Deletes reports that are too old. */
export const purgeReports = async (db: Db): Promise<void> => {
  await sql`
    delete from reports
    where created_at < now() - make_interval(days => ${REPORT_KEPT_DAYS}) and ${servedHere('reports.org_id')}`.execute(db)
}
