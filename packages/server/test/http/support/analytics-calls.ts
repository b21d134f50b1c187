import { randomUUID } from 'node:crypto'
import type { Caller, GoodCalls } from './good-calls.ts'

const PERIOD = { from: '2026-01-05', to: '2026-01-30' }

let days = 0

const note = ({ service, orgId, ids }: Caller) =>
  service.database.pool.query(
    `insert into day_notes (org_id, id, day, last_day, note) values ($1, $2, '2026-01-05', '2026-01-05', 'Office party') on conflict do nothing`,
    [orgId, ids.berlin],
  )

/** Figures of a month. */
export const ANALYTICS: GoodCalls = {
  // Another day each time, because a day has few notes.
  bodies: {
    createDayNote: () => ({
      noteId: randomUUID(),
      day: new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10),
      note: 'Office party',
    }),
  },
  pathValues: { noteId: ({ ids }) => ids.berlin },
  preparations: { listDayNotes: note, removeDayNote: note },
  queries: {
    getAttendanceFigures: PERIOD,
    getDeskFigures: PERIOD,
    getPlaceFigures: ({ ids }) => ({ ...PERIOD, locationId: ids.berlin }),
    getPlaceHourFigures: ({ ids }) => ({ ...PERIOD, locationId: ids.berlin }),
    getHourFigures: PERIOD,
    getHeadcountFigures: PERIOD,
    listSpecialDays: PERIOD,
    listDayNotes: PERIOD,
    getGroupFigures: PERIOD,
    listPeopleFigures: PERIOD,
  },
}
