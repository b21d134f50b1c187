import { plural, t } from '@lingui/core/macro'
import type { HeadcountExplanation, OccupancyExplanation, VisitsExplanation } from '@rollcall/contract'
import { showNumber } from '../../../components/format.ts'
import { fullDay } from '../../../time/days.ts'
import { hourText, timeOf } from '../../../time/zoned-time.ts'

/** The sentences of the service about the figures of a row, from their facts in the reader's language. */
export const headcountWords = (of: HeadcountExplanation): string[] => {
  const name = of.zoneName ?? of.levelName ?? of.locationName
  const day = fullDay(of.day)
  if (!of.hasRow) return [t`Nothing happened at ${name} on ${day}, so headcount has no row for it.`]
  const { hour, booked, capacity, capacities, visitors, planned } = of
  const [from, to] = [hourText(hour), hourText(hour + 1)]
  const zones = capacities.length
  return [
    peopleWords(of, name, day),
    ...(visitors === null
      ? []
      : [
          plural(visitors, {
            one: `# visitor had arrived before ${to} and not left before ${from}. Without a departure, a visit counts in the hour of its arrival only.`,
            other: `# visitors had arrived before ${to} and not left before ${from}. Without a departure, a visit counts in the hour of its arrival only.`,
          }),
        ]),
    ...(planned === null ? [] : [plannedWords(of, planned, name, day)]),
    plural(booked, { one: `# booking of the day is for ${name}.`, other: `# bookings of the day are for ${name}.` }),
    t`${plural(capacity, { one: '# place', other: '# places' })} in ${plural(zones, { one: '# zone', other: '# zones' })} can be booked on ${day}: desks in use, and the capacity of neighborhoods.`,
  ]
}

const peopleWords = ({ people, seenOnDay, hour, locationType }: HeadcountExplanation, name: string, day: string): string => {
  if (people !== null) {
    const [from, to, all] = [hourText(hour), hourText(hour + 1), showNumber(seenOnDay)]
    return plural(people, {
      one: `# person of the ${all} seen at ${name} on ${day} was first seen there before ${to} and last seen there at ${from} or later.`,
      other: `# people of the ${all} seen at ${name} on ${day} were first seen there before ${to} and last seen there at ${from} or later.`,
    })
  }
  if (locationType === 'level')
    return t`The people at ${name} are not known: no reader of the building reports levels on ${day}, or the day has not started there.`
  if (locationType === 'zone')
    return t`The people at ${name} are not known: no reader of the building reports zones on ${day}, or the day has not started there.`
  return t`The people at ${name} are not known: the building reports no presence on ${day}, no one was seen there in an outage, or the day has not started there.`
}

const plannedWords = ({ plans }: HeadcountExplanation, planned: number, name: string, day: string): string => {
  const by = (decided: HeadcountExplanation['plans'][number]['decidedBy']): string =>
    showNumber(plans.filter(({ decidedBy }) => decidedBy === decided).length)
  const [booking, plan, primary, listed] = [by('booking'), by('plan'), by('primaryLocation'), showNumber(plans.length)]
  return plans.length < planned
    ? plural(planned, {
        one: `# person has an office plan of ${day} for ${name}: of the first ${listed}, ${booking} by their booking, ${plan} by the plan itself, ${primary} by their primary building.`,
        other: `# people have an office plan of ${day} for ${name}: of the first ${listed}, ${booking} by their booking, ${plan} by the plan itself, ${primary} by their primary building.`,
      })
    : plural(planned, {
        one: `# person has an office plan of ${day} for ${name}: ${booking} by their booking, ${plan} by the plan itself, ${primary} by their primary building.`,
        other: `# people have an office plan of ${day} for ${name}: ${booking} by their booking, ${plan} by the plan itself, ${primary} by their primary building.`,
      })
}

export const occupancyWords = (of: OccupancyExplanation): string[] => {
  const { samples, averageCount, reports } = of
  const occupiedMinutes = of.occupiedMinutes ?? 0
  const hasEarlier = reports.some(({ isSample }) => !isSample)
  const [fewest, most] = [showNumber(of.minCount ?? 0), showNumber(of.maxCount ?? 0)]
  const average = showNumber(averageCount ?? 0)
  return [
    hasEarlier
      ? plural(samples, {
          one: '# report of the node was made in this hour, and an earlier one holds into it.',
          other: '# reports of the node were made in this hour, and an earlier one holds into it.',
        })
      : plural(samples, {
          one: '# report of the node was made in this hour.',
          other: '# reports of the node were made in this hour.',
        }),
    plural(occupiedMinutes, {
      one: 'It was occupied for # minute: each report that it is occupied holds to the next report of the day, the last one to the end of its hour.',
      other:
        'It was occupied for # minutes: each report that it is occupied holds to the next report of the day, the last one to the end of its hour.',
    }),
    averageCount === null
      ? t`No report of this hour counts people.`
      : t`The reports of this hour count from ${fewest} to ${most} people, ${average} on average.`,
  ]
}

export const visitsWords = ({ unmatched }: Pick<VisitsExplanation, 'unmatched'>): string[] => {
  const count = showNumber(unmatched.length)
  return [
    t`An arrival belongs to the announced visit of its building and day with the same e-mail, in any letter case, else with the same name and host; otherwise it is a visit of its own. A departure belongs to the last arrival of the same visitor before it, by e-mail, badge, or name and host.`,
    ...(unmatched.length === 0 ? [] : [t`Departures without an arrival or an announced visit count for nothing: ${count}.`]),
  ]
}

type Visit = Omit<VisitsExplanation['visits'][number], 'rule'>

/** How a visit came about. What announced it is a sentence of its own in front. */
export const visitWords = (visit: Visit, timeZone: string): string => {
  const { visitType, status, hostUserName, events } = visit
  const came =
    visitType === 'walkIn'
      ? t`Came unannounced`
      : hostUserName === null
        ? t`Announced by no known host`
        : t`Announced by ${hostUserName}`
  if (status === 'cancelled') return t`${came}; canceled, so no arrival belongs to it.`
  const find = (type: 'arrived' | 'departed', at: string | null): string | undefined => {
    const event = events.find(({ eventType, timestamp }) => eventType === type && timestamp === at)
    return event && `${timeOf(event.timestamp, timeZone)} (${event.sourceId})`
  }
  const [arrival, departure] = [find('arrived', visit.arrivedAt), find('departed', visit.departedAt)]
  if (arrival && departure) return t`${came}; arrived at ${arrival}, left at ${departure}.`
  if (arrival) return t`${came}; arrived at ${arrival}, and no departure follows.`
  return departure ? t`${came}; no arrival belongs to it, left at ${departure}.` : t`${came}; no arrival belongs to it.`
}
