import { DAY_OUTCOMES, MAX_PEOPLE_BY_ATTENDANCE_DAYS, PEOPLE_OUTCOMES, type PeopleOutcome } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { daysBetween } from '../../../time/days.ts'
import type { Scope } from '../scope/scope.ts'

const STATUSES = ['active', 'inactive'] as const

/** The filters of the list of people, besides the scope. */
export interface PeopleView {
  readonly search?: string
  readonly status?: (typeof STATUSES)[number]
  readonly outcome?: PeopleOutcome
  /** Lists the people whom charts count in the scope, instead of those whose primary building and group it has. */
  readonly by?: 'attendance'
}

export const validatePeopleView = ({
  search,
  status,
  outcome,
  by,
}: Partial<Record<keyof PeopleView, unknown>> & SearchSchemaInput): PeopleView => ({
  // The router reads a name that has only digits as a number.
  ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  ...(PEOPLE_OUTCOMES.some((known) => known === outcome) ? { outcome: outcome as PeopleOutcome } : {}),
  ...(STATUSES.some((known) => known === status) ? { status: status as PeopleView['status'] & string } : {}),
  ...(by === 'attendance' ? { by } : {}),
})

/** Whether the period is short enough for a list of the people whom charts count. */
export const mayCount = ({ from, to }: Pick<Scope, 'from' | 'to'>): boolean =>
  daysBetween(from, to) < MAX_PEOPLE_BY_ATTENDANCE_DAYS

/** The view as the page shows it: long periods have only what is known of their people by month. */
export const viewOf = ({ outcome, by, ...view }: PeopleView, scope: Scope): PeopleView => {
  const isCounted = by === 'attendance' && mayCount(scope)
  const isShown = isCounted || DAY_OUTCOMES.some((known) => known === outcome)
  return { ...view, ...(isCounted ? { by } : {}), ...(outcome && isShown ? { outcome } : {}) }
}
