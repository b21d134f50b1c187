import { Text } from '@mantine/core'
import type { DayExplanation } from '@rollcall/contract'
import { type Fact, Facts } from '../../../../components/facts.tsx'
import { fullDay } from '../../../../time/days.ts'
import { exactMomentText } from '../../../../time/zoned-time.ts'
import { WhoDid } from '../who-did.tsx'
import { ORIGINS, PLANS } from '../words.ts'

type Planned = NonNullable<DayExplanation['plannedLocation']>

const DECIDED_BY: Readonly<Record<Planned['decidedBy'], string>> = {
  booking: 'as booked',
  plan: 'as planned',
  primaryLocation: 'the primary building, as the plan names none',
}

/** Whether somebody can be missed there at all. */
const reportsText = ({ reportsFrom, reportsUntil, reportsBecause }: Planned): string => {
  if (reportsFrom === null) return 'Not at all: nobody can be missed there'
  const until = reportsUntil ? ` until ${fullDay(reportsUntil)}` : ''
  const why = reportsBecause === 'administrator' ? 'set by an administrator' : 'the day of its earliest event'
  return `Since ${fullDay(reportsFrom)}${until} (${why})`
}

/** What was planned, where that came from, and where an office day was to be spent. */
export const PlanPart = ({ explained: { plan, plannedLocation, userId }, zone }: { explained: DayExplanation; zone: string }) => {
  if (!plan && !plannedLocation) return <Text size="sm">There was no plan, neither for the day nor of the week.</Text>
  const ofPlan: readonly Fact[] = plan
    ? [
        ['Plan', `${PLANS[plan.plan]}${plan.locationName ? `, ${plan.locationName}` : ''}`],
        ['Comes from', ORIGINS[plan.planOrigin]],
        ['Set by', <WhoDid key="who" changedBy={plan.changedBy} changedByUserId={plan.changedByUserId} userId={userId} />],
        ['Set at', exactMomentText(plan.updatedAt, zone)],
        ['Reason', plan.reason ?? '–'],
      ]
    : [['Plan', 'None of its own: a booking alone makes it an office day']]
  const ofPlace: readonly Fact[] = plannedLocation
    ? [
        ['To be spent in', `${plannedLocation.locationName} (${DECIDED_BY[plannedLocation.decidedBy]})`],
        ['Presence is reported', reportsText(plannedLocation)],
      ]
    : []
  return <Facts label="Plan" facts={[...ofPlan, ...ofPlace]} />
}
