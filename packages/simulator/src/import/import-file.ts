import type { ImportFile } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import type { DayRange } from '../day/calendar.ts'
import type { Ids } from '../drive/ids.ts'
import { importGatherings } from './gatherings.ts'
import { importLocations } from './locations.ts'
import { importGroups, importUsers } from './people.ts'
import { importBookings, importDayPlans } from './plans.ts'

export interface ImportOptions {
  /** First and last day of plans, bookings and gatherings; without them the file has none. */
  plansFrom?: string
  plansTo?: string
}

/** The sections of an import file. Entries are created on demand, so a year of plans need not fit in memory. */
export type ImportSections = { [S in keyof ImportFile]: Iterable<NonNullable<ImportFile[S]>[number]> }

/** The directory of the company, and optionally its plans, bookings and gatherings, for `rollcall import`. */
export const companyImport = (company: Company, { plansFrom, plansTo }: ImportOptions = {}): ImportSections => {
  const range = plansFrom && plansTo ? { fromDay: plansFrom, toDay: plansTo } : undefined
  return {
    locations: importLocations(company),
    groups: importGroups(company),
    users: importUsers(company),
    ...(range && {
      dayPlans: importDayPlans(company, range),
      bookings: importBookings(company, range),
      events: importGatherings(company, range),
    }),
  }
}

/** Only the plans of these days, for an imported company. They refer to ids, because names may have changed since. */
export const plansImport = (company: Company, ids: Ids, range: DayRange): ImportSections => ({
  dayPlans: importDayPlans(company, range, ids),
})

/** The whole file in memory. */
export const inMemory = (sections: ImportSections): ImportFile =>
  Object.fromEntries(Object.entries(sections).map(([section, entries]) => [section, [...entries]]))

export const companyImportFile = (company: Company, options: ImportOptions = {}): ImportFile =>
  inMemory(companyImport(company, options))
