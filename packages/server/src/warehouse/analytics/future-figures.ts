import type { FutureFigures } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import type { FutureDays } from './future-days.ts'
import { listBuildings, listClosedDays } from './future-store.ts'
import { sumOf } from './kpis.ts'
import { listZones } from './zone-store.ts'

/** Plans, bookings and capacity of active locations from their today on, as they are now. */
export const getFutureFigures = async (
  db: Db,
  futureDays: FutureDays,
  orgId: string,
  { days, locationIds }: { readonly days: number; readonly locationIds: ReadonlySet<string> | null },
): Promise<FutureFigures> => {
  const all = await listBuildings(db, orgId)
  const shown = all.filter(({ locationId }) => locationIds?.has(locationId) ?? true)
  const [firstDay, ...later] = all.map(({ today }) => today).sort()
  if (shown.length === 0 || firstDay === undefined) return { locations: [] }

  const zones = Map.groupBy(await listZones(db, orgId, { locationIds }), ({ locationId }) => locationId)
  const lastDay = daysAfter(later.at(-1) ?? firstDay, days - 1)
  const counts = await futureDays.read(db, orgId, firstDay, lastDay)
  const closed = new Map((await listClosedDays(db, orgId, firstDay, lastDay)).map((each) => [each.day + each.locationId, each]))
  return {
    locations: shown.map(({ locationId, locationName, today }) => ({
      ...{ locationId, locationName, capacity: sumOf((zones.get(locationId) ?? []).map(({ capacity }) => capacity)) },
      days: [...daysFrom(today, daysAfter(today, days - 1))].map((day) => {
        const { dayType = null, dayName = null } = closed.get(day + locationId) ?? {}
        return {
          day,
          planned: dayType ? 0 : (counts.get(day)?.planned.get(locationId) ?? 0),
          booked: counts.get(day)?.booked.get(locationId) ?? 0,
          ...{ dayType, dayName },
        }
      }),
    })),
  }
}
