import { t } from '@lingui/core/macro'
import type { MAX_EVENT_RANGE_DAYS, MAX_RANGE_DAYS, Operation, UserRole } from '@rollcall/contract'

/** The compiler checks these, because the schemas next to the constants are too large for the browser. */
const DAYS: typeof MAX_RANGE_DAYS = 30
const EVENT_DAYS: typeof MAX_EVENT_RANGE_DAYS = 550

export interface Dataset {
  /** The name in the address of the page. */
  readonly name: string
  readonly label: string
  readonly operation: Operation
  /** Describes a row. */
  readonly about: string
  /** The largest distance from the first to the last day, if the dataset takes days. */
  readonly maxDays?: number
  readonly location?: 'locationId' | 'locationIds'
  /** Whether rows without a building can be requested. */
  readonly withoutLocation?: true
  readonly users?: 'optional' | 'required'
  /** Who may read it, if not everyone who sees the page. */
  readonly roles?: readonly UserRole[]
}

const directory = (name: string, label: string, operation: Operation, about: string): Dataset => ({
  name,
  label,
  operation,
  about,
})

export const DATASETS: readonly Dataset[] = [
  {
    name: 'user-booking-attendance',
    label: t`Bookings & attendance`,
    operation: 'readAttendance',
    about: t`One row per person and day with a plan, a booking or presence, including future days.`,
    maxDays: DAYS,
    location: 'locationId',
    withoutLocation: true,
  },
  {
    name: 'presence',
    label: t`Presence`,
    operation: 'readPresence',
    about: t`One row per presence event, with the most exact known place.`,
    maxDays: DAYS,
    location: 'locationIds',
    withoutLocation: true,
    users: 'optional',
  },
  {
    name: 'headcount',
    label: t`Headcount`,
    operation: 'readHeadcount',
    about: t`One row per hour and building, level or zone: how many people were there at the same time.`,
    maxDays: DAYS,
    location: 'locationIds',
  },
  {
    name: 'occupancy',
    label: t`Occupancy`,
    operation: 'readOccupancy',
    about: t`One row per hour and room, desk or other node with sensors.`,
    maxDays: DAYS,
    location: 'locationIds',
  },
  {
    name: 'visits',
    label: t`Visits`,
    operation: 'readVisits',
    about: t`One row per visit, expected or not, including canceled ones.`,
    maxDays: DAYS,
    location: 'locationIds',
  },
  {
    name: 'policy-weeks',
    label: t`Policy weeks`,
    operation: 'readPolicyWeeks',
    about: t`One row per person with an attendance policy and week that is over.`,
    maxDays: DAYS,
    location: 'locationIds',
  },
  {
    name: 'change-log',
    label: t`Change log`,
    operation: 'readUserChangeLog',
    about: t`One row per change of a plan or booking of the chosen people, by the planned day.`,
    maxDays: DAYS,
    users: 'required',
  },
  {
    name: 'events',
    label: t`Events`,
    operation: 'readEvents',
    about: t`One row per gathering, including canceled ones; the names of private ones are withheld.`,
    maxDays: EVENT_DAYS,
    location: 'locationId',
  },
  {
    name: 'calendar',
    label: t`Calendar`,
    operation: 'readCalendar',
    about: t`One row per day and building: workday, weekend, holiday or closed, and outages.`,
    maxDays: EVENT_DAYS,
    location: 'locationId',
  },
  {
    name: 'parking-bookings',
    label: t`Parking bookings`,
    operation: 'readParkingBookings',
    about: t`One row per booking of a bay, including canceled ones.`,
    maxDays: DAYS,
    location: 'locationId',
  },
  {
    name: 'audit-log',
    label: t`Audit log`,
    operation: 'readAuditLog',
    about: t`One row per administrative act, by the day in the time zone of the organization.`,
    maxDays: DAYS,
    roles: ['global-administrator'],
  },
  directory('users', t`Users`, 'readUsers', t`One row per user, including leavers.`),
  directory('groups', t`Groups`, 'readGroups', t`One row per group.`),
  directory('locations', t`Buildings`, 'readLocations', t`One row per building.`),
  directory('desks', t`Desks`, 'readDesks', t`One row per desk.`),
  directory('spaces', t`Spaces`, 'readSpaces', t`One row per room or other space.`),
  directory(
    'group-members',
    t`Group members`,
    'readGroupMembers',
    t`One row per membership, with the days on which it was valid.`,
  ),
  directory(
    'group-closure',
    t`Group closure`,
    'readGroupClosure',
    t`One row per group and each group above it, itself among them.`,
  ),
  directory('desk-history', t`Desk history`, 'readDeskHistory', t`One row per desk and change of its zone, assignee or status.`),
]

export const FIRST_DATASET = DATASETS[0] as Dataset

export const findDataset = (name: string | undefined): Dataset | undefined => DATASETS.find((dataset) => dataset.name === name)
