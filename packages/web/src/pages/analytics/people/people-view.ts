import type { SearchSchemaInput } from '@tanstack/react-router'

const STATUSES = ['active', 'inactive'] as const

/** Which people are listed, besides the scope. */
export interface PeopleView {
  readonly search?: string
  readonly status?: (typeof STATUSES)[number]
}

export const validatePeopleView = ({
  search,
  status,
}: Partial<Record<keyof PeopleView, unknown>> & SearchSchemaInput): PeopleView => ({
  // A name of digits alone is a number in an address.
  ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  ...(STATUSES.some((known) => known === status) ? { status: status as PeopleView['status'] & string } : {}),
})
