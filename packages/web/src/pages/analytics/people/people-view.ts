import { DAY_OUTCOMES, type DayOutcome } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'

const STATUSES = ['active', 'inactive'] as const

/** The filters of the list of people, besides the scope. */
export interface PeopleView {
  readonly search?: string
  readonly status?: (typeof STATUSES)[number]
  readonly outcome?: DayOutcome
}

export const validatePeopleView = ({
  search,
  status,
  outcome,
}: Partial<Record<keyof PeopleView, unknown>> & SearchSchemaInput): PeopleView => ({
  // The router reads a name that has only digits as a number.
  ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  ...(DAY_OUTCOMES.some((known) => known === outcome) ? { outcome: outcome as DayOutcome } : {}),
  ...(STATUSES.some((known) => known === status) ? { status: status as PeopleView['status'] & string } : {}),
})
