import type { SegmentChange } from '@rollcall/contract'

/** Days from the first to the last, both inclusive. */
export interface Days {
  readonly startDate: string
  readonly endDate: string
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The days from first to last, at most so many at a time; none where first is after last. */
export function* windowsOf(first: string, last: string, maxDays: number): Generator<Days> {
  for (let startDate = first; startDate <= last; startDate = addDays(startDate, maxDays)) {
    const endDate = addDays(startDate, maxDays - 1)
    yield { startDate, endDate: endDate < last ? endDate : last }
  }
}

/** Segments of one location and successive days: one question reads exactly their rows. */
export interface Run extends Days {
  readonly locationId: string | null
  readonly segments: ReadonlyMap<string, SegmentChange>
}

/** Puts segments together to runs; those without rows are left out, as there is nothing to read. */
export const runsOf = (segments: readonly SegmentChange[], maxDays: number): Run[] => {
  const runs: Run[] = []
  // The tap runs on Node 20, which has no Map.groupBy.
  const byLocation = new Map<string | null, SegmentChange[]>()
  for (const segment of segments.filter(({ rowCount }) => rowCount > 0)) {
    const ofLocation = byLocation.get(segment.locationId) ?? []
    ofLocation.push(segment)
    byLocation.set(segment.locationId, ofLocation)
  }
  for (const [locationId, ofLocation] of byLocation) {
    const byDay = new Map(ofLocation.map((segment) => [segment.day, segment]))
    let run: string[] = []
    const close = () => {
      const [startDate] = run
      if (startDate === undefined) return
      const inRun = new Map(run.map((day) => [day, byDay.get(day) as SegmentChange]))
      runs.push({ locationId, startDate, endDate: run.at(-1) as string, segments: inRun })
      run = []
    }
    for (const day of [...byDay.keys()].sort()) {
      if (run.length === maxDays || (run.length > 0 && addDays(run.at(-1) as string, 1) !== day)) close()
      run.push(day)
    }
    close()
  }
  return runs
}
