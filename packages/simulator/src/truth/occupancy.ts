import type { Company } from '../company/types.ts'
import type { NodeRef, OccupancyDelivery, SimulatedDay } from '../day/types.ts'
import { containersOf, hourOf, namesOf } from './nodes.ts'
import type { OccupancyDayTruth, OccupancyHour } from './rows.ts'

interface Sums {
  samples: number
  occupiedMs: number
  counts: number[]
}

/** The moment at which the next hour of local time begins. */
const nextHour = (timeZone: string, ms: number): number =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .round({ smallestUnit: 'hour', roundingMode: 'floor' })
    .add({ hours: 1 }).epochMilliseconds

const rounded = (value: number) => Math.round(value * 100) / 100

const hourRow = (hour: number, { samples, occupiedMs, counts }: Sums): OccupancyHour => ({
  ...{ hour, samples, occupiedMinutes: rounded(occupiedMs / 60_000) },
  minCount: counts.length > 0 ? Math.min(...counts) : null,
  maxCount: counts.length > 0 ? Math.max(...counts) : null,
  averageCount: counts.length > 0 ? rounded(counts.reduce((sum, count) => sum + count, 0) / counts.length) : null,
})

/** A report holds until the next one of the day; the last one holds to the end of its hour. */
const hoursOf = (timeZone: string, reports: readonly OccupancyDelivery[]): OccupancyHour[] => {
  const hours = new Map<number, Sums>()
  const sumsAt = (ms: number): Sums => {
    const hour = hourOf(timeZone, ms)
    const sums = hours.get(hour) ?? { samples: 0, occupiedMs: 0, counts: [] }
    hours.set(hour, sums)
    return sums
  }
  for (const [index, { at, occupied, occupancy }] of reports.entries()) {
    const sums = sumsAt(at)
    sums.samples += 1
    if (occupancy !== undefined) sums.counts.push(occupancy)
    if (occupied === false || occupancy === 0) continue
    const end = reports[index + 1]?.at ?? nextHour(timeZone, at)
    for (let from = at; from < end; ) {
      const to = Math.min(end, nextHour(timeZone, from))
      sumsAt(from).occupiedMs += to - from
      from = to
    }
  }
  return [...hours].sort(([a], [b]) => a - b).map(([hour, sums]) => hourRow(hour, sums))
}

const nodeNames = (company: Company, office: number, node: NodeRef) => ({
  ...namesOf(company, containersOf(company, office, node)),
  placeName: node.type === 'place' ? (company.desks[node.index]?.name ?? null) : null,
  spaceName: node.type === 'space' ? (company.spaces[node.index]?.name ?? null) : null,
})

const officeOf = ({ desks, spaces }: Company, { type, index }: NodeRef): number =>
  (type === 'place' ? desks[index]?.office : spaces[index]?.office) ?? -1

/** One row for each desk and room whose sensors reported. Reports that are sent again count once. */
export function* occupancyDays(company: Company, { day, deliveries }: SimulatedDay): Generator<OccupancyDayTruth> {
  const reports = deliveries.filter((one): one is OccupancyDelivery => one.kind === 'occupancy' && !one.isRepeat)
  for (const ofNode of Map.groupBy(reports, ({ node }) => `${node.type} ${node.index}`).values()) {
    const { node } = ofNode[0] as OccupancyDelivery
    const office = officeOf(company, node)
    const timeZone = company.offices[office]?.timeZone ?? 'UTC'
    const inOrder = ofNode.toSorted((a, b) => a.at - b.at)
    yield { type: 'occupancyDay', day, ...nodeNames(company, office, node), hours: hoursOf(timeZone, inOrder) }
  }
}
