import type { ImportFile } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { importGatherings } from './gatherings.ts'
import { importLocations } from './locations.ts'
import { importGroups, importUsers } from './people.ts'
import { importPlans } from './plans.ts'

export interface ImportOptions {
  /** First and last day with day plans and bookings; none without them. */
  bookingsFrom?: string
  bookingsTo?: string
  /** Days with a gathering in each office. */
  eventDays?: readonly string[]
  /** Leave out the day plans that only repeat the week plan; by default each day of the range gets its plan. */
  onlyDeviations?: boolean
}

/** The company's directory, and on demand its plans, bookings and gatherings, as `rollcall import` takes them. */
export const companyImportFile = (company: Company, options: ImportOptions = {}): ImportFile => {
  const { bookingsFrom: from, bookingsTo: to, eventDays = [], onlyDeviations = false } = options
  return {
    locations: importLocations(company),
    groups: importGroups(company),
    users: importUsers(company),
    ...(from && to ? importPlans(company, { from, to, onlyDeviations }) : {}),
    ...(eventDays.length > 0 ? { events: importGatherings(company, eventDays) } : {}),
  }
}
