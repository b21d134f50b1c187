/** A building with two levels of two zones each. The first zone is a neighborhood; the second has a desk. */
export interface Building {
  readonly id: string
  readonly zone: string
  readonly levels: readonly { readonly id: string; readonly spaceId: string; readonly zones: readonly ZoneOf[] }[]
}
interface ZoneOf {
  readonly id: string
  readonly placeId: string
  readonly capacity: number
}

/** What happened, before any hour or figure is computed. */
export interface Happened {
  readonly buildings: readonly Building[]
  readonly days: readonly string[]
  readonly seen: readonly { readonly userId: string; readonly nodeId: string; readonly at: Temporal.Instant }[]
  readonly visits: readonly {
    readonly buildingId: string
    readonly arrived: Temporal.Instant
    readonly departed: Temporal.Instant | null
  }[]
  readonly plans: readonly {
    readonly day: string
    readonly plan: 'o' | 'r' | 'a'
    readonly buildingId: string
    /** A building or a neighborhood of it. */
    readonly bookedId: string | null
  }[]
}

export interface Counted {
  readonly day: string
  readonly hour: number
  readonly nodeId: string
  readonly people: number | null
  readonly visitors: number | null
  readonly planned: number | null
  readonly booked: number
  readonly capacity: number
}

interface Node {
  readonly id: string
  readonly type: 'location' | 'level' | 'zone'
  /** The node and everything in it. */
  readonly inside: ReadonlySet<string>
  readonly capacity: number
}

const nodesOf = ({ id, levels }: Building): Node[] => {
  const ofZone = (zone: ZoneOf): Node => ({
    ...{ id: zone.id, type: 'zone', inside: new Set([zone.id, zone.placeId]), capacity: zone.capacity },
  })
  const ofLevel = (level: Building['levels'][number]): Node => ({
    ...{ id: level.id, type: 'level' as const },
    inside: new Set([level.id, level.spaceId, ...level.zones.flatMap((zone) => [zone.id, zone.placeId])]),
    capacity: level.zones.reduce((sum, zone) => sum + zone.capacity, 0),
  })
  const parts = levels.map(ofLevel)
  const inside = new Set([id, ...parts.flatMap((level) => [...level.inside])])
  const capacity = parts.reduce((sum, level) => sum + level.capacity, 0)
  return [{ id, type: 'location', inside, capacity }, ...parts, ...levels.flatMap(({ zones }) => zones.map(ofZone))]
}

const HOURS = [...Array(24).keys()]

/** The hours of local time from the first to the last of these moments. */
const hoursOf = (zone: string, moments: readonly Temporal.Instant[]): number[] => {
  const inOrder = moments.toSorted(Temporal.Instant.compare)
  const [first, last] = [inOrder[0], inOrder.at(-1)].map((at) => (at as Temporal.Instant).toZonedDateTimeISO(zone).hour)
  return HOURS.filter(
    (hour) => hour >= Math.min(first as number, last as number) && hour <= Math.max(first as number, last as number),
  )
}

/** Who was where at the same time, one person, node and hour after the other. */
export const referenceHeadcount = ({ buildings, days, seen, visits, plans }: Happened): Counted[] =>
  buildings.flatMap((building) => {
    const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(building.zone).toPlainDate().toString()
    const nodes = nodesOf(building)
    const here = seen.filter(({ nodeId }) => nodes[0]?.inside.has(nodeId))
    const reportsFrom = here.map(({ at }) => dayOf(at)).toSorted()[0]
    return days.flatMap((day) => {
      const today = here.filter(({ at }) => dayOf(at) === day)
      const office = plans.filter((plan) => plan.day === day && plan.plan === 'o')
      const came = visits.filter(({ buildingId, arrived }) => buildingId === building.id && dayOf(arrived) === day)
      const isReported = (type: Node['type']) =>
        nodes.some((node) => node.type === type && today.some(({ nodeId }) => node.inside.has(nodeId)))
      return nodes.flatMap((node) => {
        const isBuilding = node.type === 'location'
        const stays = [
          ...Map.groupBy(
            today.filter(({ nodeId }) => node.inside.has(nodeId)),
            ({ userId }) => userId,
          ).values(),
        ].map((events) =>
          hoursOf(
            building.zone,
            events.map(({ at }) => at),
          ),
        )
        const visiting = isBuilding
          ? came.map(({ arrived, departed }) => hoursOf(building.zone, [arrived, departed ?? arrived]))
          : []
        const booked = office.filter(({ bookedId }) => bookedId !== null && node.inside.has(bookedId)).length
        const planned = isBuilding ? office.filter(({ buildingId }) => buildingId === building.id).length : 0
        if (stays.length + visiting.length + booked + planned === 0) return []
        const counts = isBuilding ? reportsFrom !== undefined && reportsFrom <= day : isReported(node.type)
        const at = (hours: readonly number[][], hour: number) => hours.filter((each) => each.includes(hour)).length
        return HOURS.map((hour) => ({
          ...{ day, hour, nodeId: node.id, people: counts ? at(stays, hour) : null },
          ...{ visitors: isBuilding ? at(visiting, hour) : null, planned: isBuilding ? planned : null },
          ...{ booked, capacity: node.capacity },
        }))
      })
    })
  })
