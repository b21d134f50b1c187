export { simulateCompany } from './company/company.ts'
export type { Company, Country, Department, Desk, Level, Office, Person, Plan, Space, Zone } from './company/types.ts'
export { type DayRange, dayNumber, daysBetween, dayText } from './day/calendar.ts'
export { type CalendarExample, holidayCalendar } from './day/holidays.ts'
export { planDay } from './day/plan-day.ts'
export { simulateDay } from './day/simulate-day.ts'
export { sourcesOf } from './day/sources.ts'
export type { Delivery, ExpectedCounts, PersonPlan, PresenceTruth, SimulatedDay, Stay } from './day/types.ts'
export { lastClosedDay, latestOpenDay } from './drive/clock.ts'
export { type Directory, readDirectory } from './drive/directory.ts'
export { type HistoryOptions, type HistoryProgress, runHistory } from './drive/history.ts'
export { type CompanyIds, createIds, findIds, type Ids, resolveIds } from './drive/ids.ts'
export { type LiveOptions, runLive } from './drive/live.ts'
export type { Tally } from './drive/tally.ts'
export { sendTimeOff } from './drive/time-off.ts'
export {
  companyImport,
  companyImportFile,
  type ImportOptions,
  type ImportSections,
  inMemory,
  plansImport,
} from './import/import-file.ts'
export { writeImportFile } from './import/write-import-file.ts'
export type { SimulationOptions } from './options.ts'
export type { AttendanceType } from './truth/attendance.ts'
export { type PlanAhead, plansAhead } from './truth/plans-ahead.ts'
export type {
  GatheringTruth,
  HeadcountDayTruth,
  OccupancyDayTruth,
  ParkingTruth,
  SourceDayTruth,
  TruthRow,
  UserDayTruth,
  VisitDayTruth,
} from './truth/rows.ts'
export { truthOf } from './truth/truth.ts'
export { writeTruth } from './truth/write-truth.ts'
