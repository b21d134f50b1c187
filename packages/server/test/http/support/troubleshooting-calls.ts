import type { GoodCalls } from './good-calls.ts'

const RANGE = { startDate: '2026-01-05', endDate: '2026-01-09' }

/** What was known of a user, or of a space, on some days. */
export const TROUBLESHOOTING: GoodCalls = {
  queries: { listUserAttendance: RANGE, getSpaceOccupancy: RANGE },
}
