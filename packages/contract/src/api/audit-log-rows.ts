import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, named } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { AuditEntry } from './audit-log.ts'

const { entryNo, timestamp, ...entry } = AuditEntry.properties

export const AuditLogRow = named(
  'AuditLogRow',
  Type.Object({
    entryNo,
    timestamp,
    day: date({ description: 'The calendar day of the timestamp in the time zone of the organization.' }),
    ...entry,
  }),
)
export type AuditLogRow = Static<typeof AuditLogRow>

export const readAuditLog = endpoint({
  operation: 'readAuditLog',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/audit-log',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: GLOBAL_ADMINISTRATORS,
  summary: 'Audit log of a range of days',
  description: `One row per administrative act, ordered by timestamp and entryNo: who did what, from where, to which entity. Days are those of the time zone of the organization. The last day is at most ${MAX_RANGE_DAYS} days after the first. Rows past auditRetentionDays are gone, and erasing a person removes what identifies the person.`,
  query: Type.Object({ ...dateRange, ...formatParameter }),
  response: AuditLogRow,
  streamed: true,
  errors: ['range_too_large'],
})
