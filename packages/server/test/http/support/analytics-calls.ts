import type { GoodCalls } from './good-calls.ts'

const PERIOD = { from: '2026-01-05', to: '2026-01-30' }

/** Figures of a month. */
export const ANALYTICS: GoodCalls = {
  queries: {
    getAttendanceFigures: PERIOD,
    getDeskFigures: PERIOD,
    getPlaceFigures: ({ ids }) => ({ ...PERIOD, locationId: ids.berlin }),
    getHourFigures: PERIOD,
    getHeadcountFigures: PERIOD,
    listSpecialDays: PERIOD,
    getGroupFigures: PERIOD,
    listPeopleFigures: PERIOD,
  },
}
