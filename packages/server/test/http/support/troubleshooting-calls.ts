import type { GoodCalls } from './good-calls.ts'
import { report } from './warehouse-calls.ts'

const DAY = '2026-01-05'
const RANGE = { startDate: DAY, endDate: '2026-01-09' }

/** What was known of a user, or of a space, on some days. */
export const TROUBLESHOOTING: GoodCalls = {
  queries: {
    ...{ listUserAttendance: RANGE, getSpaceOccupancy: RANGE },
    explainHeadcount: ({ ids }) => ({ locationId: ids.berlin, day: DAY, hour: '9' }),
    // The report that the preparation sends is made at nine UTC, which is ten in Berlin.
    explainOccupancy: ({ ids }) => ({ locationId: ids.berlin, nodeId: ids.desk, day: DAY, hour: '10' }),
    explainVisits: ({ ids }) => ({ locationId: ids.berlin, day: DAY }),
  },
  preparations: { explainOccupancy: report },
}
