import { isPeriodName, type PeriodName, periodOn, type ReportScope } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { calendarDay } from '../../platform/time/day.ts'
import type { Period } from './covered-days.ts'

/** What the query of a page asks, as of a day. */
export interface AskedScope {
  readonly period: Period
  readonly locationIds?: string
  readonly groupIds?: string
}

const DEFAULT_PERIOD: PeriodName = 'lastFourWeeks'

/** Reads the query of a page of analytics, as the page does: what it does not know is left out. */
export const readSearch = (search: string, day: string): AskedScope => {
  const parameters = new URLSearchParams(search)
  const [from, to] = ['from', 'to'].map((name) => calendarDay(parameters.get(name) ?? ''))
  const name = parameters.get('period')
  const period = from && to ? { from, to } : periodOn(isPeriodName(name) ? name : DEFAULT_PERIOD, day)
  const [locationIds, groupIds] = [parameters.get('locations'), parameters.get('groups')]
  return { period, ...(locationIds ? { locationIds } : {}), ...(groupIds ? { groupIds } : {}) }
}

/** The query of the same scope with its days instead of a named period. */
export const fixedSearch = ({ period, locationIds, groupIds }: AskedScope): string =>
  new URLSearchParams({
    ...period,
    ...(locationIds ? { locations: locationIds } : {}),
    ...(groupIds ? { groups: groupIds } : {}),
  }).toString()

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** As the pages write them: `9–15 Mar 2026`, `26 Oct – 22 Nov 2026`. */
export const showDays = (from: string, to: string): string =>
  DAYS.formatRange(new Date(from), new Date(to))
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – /, '$1–')

/** The days, buildings and groups that are asked for, with their names of now. */
export const readScopeFacts = async (
  db: Db,
  orgId: string,
  { period, locationIds, groupIds }: AskedScope,
): Promise<ReportScope> => {
  const [places, teams] = [locationIds?.split(',') ?? [], groupIds?.split(',') ?? []]
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, name from locations where org_id = ${orgId} and id::text = any (${places}::text[])
    union all
    select id::text, name from groups where org_id = ${orgId} and id::text = any (${teams}::text[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.get(id) ?? null }))
  return { ...period, locations: named(places), groups: named(teams) }
}

/** The number of names in words; more are counted. */
const MAX_NAMED = 4

/** Buildings and groups in words, such as `Berlin, Paris · All groups`. */
export const scopeInWords = ({ locations, groups }: ReportScope): string => {
  const words = (asked: ReportScope['locations'], all: string, many: string) => {
    if (asked.length === 0) return all
    if (asked.length > MAX_NAMED) return `${asked.length} ${many}`
    return asked.map(({ id, name }) => name ?? (id === 'none' ? 'No building' : 'unknown')).join(', ')
  }
  return `${words(locations, 'All buildings', 'buildings')} · ${words(groups, 'All groups', 'groups')}`
}
