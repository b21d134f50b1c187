import type { HeadcountRow } from '@rollcall/contract'
import type { SegmentRow } from '../rows/segment-rows.ts'
import { dayTallyOf, type Tally } from './rollup-tally.ts'

const OF_BUILDING = Buffer.from('"locationType":"location"')
const HOURS_OF_DAY = 24

/** Keeps visitors and capacity of buildings from rows of headcount as they pass; there are 24 for each building and day. */
export const tallyHeadcount = async function* (
  batches: AsyncIterable<SegmentRow[]>,
  tally: Tally,
  isPublished: (day: string, locationId: string) => boolean,
): AsyncGenerator<SegmentRow[]> {
  for await (const rows of batches) {
    for (const { day, locationId, row } of rows) {
      if (!row.includes(OF_BUILDING) || !isPublished(day, locationId)) continue
      const { hour, visitors, capacity } = JSON.parse(row.toString('utf8', 1)) as HeadcountRow
      const counted = dayTallyOf(tally, day, locationId)
      counted.capacity = capacity
      if (!visitors) continue
      counted.visitorsByHour ??= Array.from({ length: HOURS_OF_DAY }, () => 0)
      counted.visitorsByHour[hour] = visitors
    }
    yield rows
  }
}
