import { columnsOf, ENDPOINTS, type Operation, type RetentionKind, type SegmentDataset, snakeCase } from '@rollcall/contract'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { daysAfter, lastOfMonth } from '../../platform/time/day.ts'

/** Datasets whose rows one SQL function computes for some days. */
export type DailyDataset = Exclude<SegmentDataset, 'user-booking-attendance' | 'presence'>

/** Everything that a dataset of this kind consists of, apart from its row in the contract and its function. */
interface Daily {
  readonly operation: Operation
  /** A call of the function, which returns columns with the names of the contract in snake case, `day` and `location_id` among them. */
  readonly rows: string
  /** The order of the rows of a segment. */
  readonly order: string
  /** The topics whose changes of a day change its rows; the first one makes a refresh compute the days of a dataset again. */
  readonly topics: readonly ChangeTopic[]
  /** The directory tables whose columns a row shows. */
  readonly tables: readonly string[]
  /** The kinds of data whose retention removes what the rows are made of. From then on they stay as they were published. */
  readonly removedBy: readonly RetentionKind[]
  /** Only rows of weeks: a row belongs to a Sunday, and days up to this many before it change it. */
  readonly daysBack?: number
  /** Whether rows may have no location. */
  readonly allowsNoLocation?: boolean
}

export const DAILY: Readonly<Record<DailyDataset, Daily>> = {
  headcount: {
    operation: 'readHeadcount',
    rows: 'headcount($org, $firstDay::date, $lastDay::date, $moment::timestamptz)',
    order: 'r.level_id nulls first, r.zone_id nulls first, r.hour',
    topics: ['analytics', 'plans', 'presence', 'visits', 'directory'],
    tables: ['users', 'locations', 'levels', 'zones', 'places'],
    removedBy: ['presence'],
  },
  occupancy: {
    operation: 'readOccupancy',
    rows: 'occupancy_hours($org, $firstDay::date, $lastDay::date)',
    order: 'r.node_id, r.hour',
    topics: ['analytics', 'directory'],
    tables: ['locations', 'levels', 'zones', 'places', 'spaces'],
    removedBy: ['occupancy'],
  },
  visits: {
    operation: 'readVisits',
    rows: 'daily_visits($org, $firstDay::date, $lastDay::date)',
    order: 'r.visit_id',
    topics: ['visits', 'directory'],
    tables: ['users', 'locations'],
    removedBy: [],
  },
  'policy-weeks': {
    operation: 'readPolicyWeeks',
    // Columns have other names than the parameters of the function.
    rows: `(
      select w.*, w.first_day_judged as first_day, w.last_day_judged as last_day
      from policy_weeks($org, $firstDay::date, $lastDay::date, $moment::timestamptz) w
      where w.is_over
    )`,
    order: 'r.user_id, r.first_day',
    topics: ['policies', 'plans', 'presence', 'directory'],
    tables: ['users', 'groups', 'locations', 'attendance_policies'],
    removedBy: ['presence'],
    // From the last day of the week back to the first of a month that ended in it.
    daysBack: 36,
    allowsNoLocation: true,
  },
}

export const DAILY_DATASETS = Object.keys(DAILY) as DailyDataset[]

/** Those whose rows belong to days, and those whose rows belong to weeks. */
export const DATASETS_OF_DAYS = DAILY_DATASETS.filter((dataset) => DAILY[dataset].daysBack === undefined)
export const DATASETS_OF_WEEKS = DAILY_DATASETS.filter((dataset) => DAILY[dataset].daysBack !== undefined)

/**
 * The first day of what the rows of a week are made of: its Monday, or, if any policy counts by month, the first day of a month that
 * ended in the week.
 */
export const firstDayOfWeek = (sunday: string, hasMonths: boolean): string => {
  const monday = daysAfter(sunday, -6)
  return hasMonths && lastOfMonth(monday) <= sunday ? `${monday.slice(0, 8)}01` : monday
}

/** The row of a dataset with segments, as its endpoint returns it. */
export const rowOf = (dataset: DailyDataset) => ENDPOINTS[DAILY[dataset].operation].response

/** The columns in the names and the order of the contract. */
export const dailyColumns = (dataset: DailyDataset): string =>
  columnsOf(rowOf(dataset))
    .map(
      ({ name, kind }) => `${kind === 'timestamp' ? `iso_timestamp(r.${snakeCase(name)})` : `r.${snakeCase(name)}`} as "${name}"`,
    )
    .join(', ')

interface Days {
  readonly orgId: string
  readonly firstDay: string
  readonly lastDay: string
  /** The time that decides which days have started. */
  readonly moment: string
}

/** The rows of all locations as `copySegmentRows` reads them. The JSON is made after the sort, which then fits into memory. */
export const dailyQuery = (dataset: DailyDataset, { orgId, ...days }: Days): string =>
  bindLiterals(
    `select s.day, s.location_id, row_to_json(s.columns)
     from (
       select r.day, r.location_id, columns
       from ${DAILY[dataset].rows} r
       cross join lateral (select ${dailyColumns(dataset)}) columns
       order by r.day, r.location_id, ${DAILY[dataset].order}
       offset 0
     ) s`,
    { org: orgId, ...days },
  )
