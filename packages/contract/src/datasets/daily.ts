import Type, { type TSchema } from 'typebox'
import type { Audited } from '../audit-actions.ts'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { integer, nullable, oneOf } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { idList } from '../schema/id-list.ts'
import { ANALYSTS } from '../user-roles.ts'

interface Daily<O extends string, D extends string, R extends TSchema> {
  readonly operation: O
  readonly dataset: D
  readonly audit: Audited
  readonly summary: string
  /** Says what a row is, and how the rows of a building and day are ordered. */
  readonly description: string
  readonly row: R
}

/** An endpoint for a dataset whose rows each belong to a building and a local day. */
export const dailyDataset = <const O extends string, const D extends string, R extends TSchema>(of: Daily<O, D, R>) =>
  endpoint({
    operation: of.operation,
    audit: of.audit,
    method: 'GET',
    path: `/v1/analytics/${of.dataset}`,
    tag: 'warehouse',
    roles: WAREHOUSE_READERS,
    viewers: ANALYSTS,
    summary: of.summary,
    description: `${of.description} Rows are ordered by day; those of one day and building are together. Past days are as published by the last refresh, later days are read live. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
    query: Type.Object({ ...dateRange, locationIds: Type.Optional(idList('Only at these locations')), ...formatParameter }),
    response: of.row,
    streamed: true,
    errors: ['range_too_large'],
  })

export const hour = integer({ minimum: 0, maximum: 23 }, { description: 'The hour of local time that begins then.', example: 9 })

export const nodeType = <const T extends readonly string[]>(types: T) =>
  oneOf(types, { description: 'The kind of node that the row is about: the most specific of the named ones.' })

export const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })
export const optionalCount = (description: string, example: number) => nullable(count(description, example))
