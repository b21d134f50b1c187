import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Timeline } from '@mantine/core'
import type { DayExplanation } from '@rollcall/contract'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { Signal } from '../../../components/signal.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { delayText, exactMomentText } from '../../../time/zoned-time.ts'
import { doneWords } from './done-words.ts'
import { bookedText, ORIGINS, PLANS, reasonText, WhoDid } from './words.tsx'

type Planned = NonNullable<DayExplanation['plannedLocation']>

const DECIDED_BY: Readonly<Record<Planned['decidedBy'], string>> = {
  booking: t`as booked`,
  plan: t`as planned`,
  primaryLocation: t`the primary building, as the plan names none`,
}

/** Says whether the building reports presence, because without reports a no-show cannot be detected. */
const reportsText = ({ reportsFrom, reportsUntil, reportsBecause }: Planned): string => {
  if (reportsFrom === null) return t`Not at all: no one can be reported missing there`
  const [since, until] = [fullDay(reportsFrom), reportsUntil && fullDay(reportsUntil)]
  const why = reportsBecause === 'administrator' ? t`set by an administrator` : t`the day of its earliest event`
  return until ? t`Since ${since} until ${until} (${why})` : t`Since ${since} (${why})`
}

/** The plan, its origin, and the planned building of an office day. */
export const PlanPart = ({ explained: { plan, plannedLocation, userId }, zone }: { explained: DayExplanation; zone: string }) => {
  if (!plan && !plannedLocation)
    return (
      <Text size="sm">
        <Trans>There was no plan, neither for the day nor of the week.</Trans>
      </Text>
    )
  const ofPlan: readonly Fact[] = plan
    ? [
        [t`Plan`, `${PLANS[plan.plan]}${plan.locationName ? `, ${plan.locationName}` : ''}`],
        [t`Comes from`, ORIGINS[plan.planOrigin]],
        [t`Set by`, <WhoDid key="who" changedBy={plan.changedBy} changedByUserId={plan.changedByUserId} userId={userId} />],
        [t`Set at`, exactMomentText(plan.updatedAt, zone)],
        [t`Reason`, plan.reason ?? '–'],
      ]
    : [[t`Plan`, t`None of its own: a booking alone makes it an office day`]]
  const ofPlace: readonly Fact[] = plannedLocation
    ? [
        [t`To be spent in`, `${plannedLocation.locationName} (${DECIDED_BY[plannedLocation.decidedBy]})`],
        [t`Presence is reported`, reportsText(plannedLocation)],
      ]
    : []
  return <Facts label={t`Plan`} facts={[...ofPlan, ...ofPlace]} />
}

/** The current booking, and all changes to the plan and booking of the day. */
export const BookingPart = ({ explained, zone }: { explained: DayExplanation; zone: string }) => {
  const { booking, actions, userId } = explained
  return (
    <>
      <Text size="sm" fw={500} mb="xs">
        {booking ? bookedText(booking) : t`Nothing is booked.`}
      </Text>
      {actions.length > 0 ? (
        <Timeline bulletSize={12} lineWidth={2} aria-label={t`What was done to plan and booking`}>
          {actions.map((done) => {
            const { actionId, action, timestamp, changedBy, changedByUserId, reason: given } = done
            const [moment, reason] = [exactMomentText(timestamp, zone), reasonText(given)]
            const who = { changedBy, changedByUserId, userId }
            return (
              <Timeline.Item key={`${actionId} ${action}`} pl="sm">
                <Text size="sm">{doneWords(done)}</Text>
                <Text size="xs" c="dimmed" component="div">
                  {reason ? (
                    <Trans>
                      {moment}, by <WhoDid {...who} />: {reason}
                    </Trans>
                  ) : (
                    <Trans>
                      {moment}, by <WhoDid {...who} />
                    </Trans>
                  )}
                </Text>
              </Timeline.Item>
            )
          })}
        </Timeline>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Nothing was done to plan or booking of the day.</Trans>
        </Text>
      )}
    </>
  )
}

type Event = DayExplanation['events'][number]

const whereText = ({ locationName, levelName, zoneName, placeName, spaceName }: Event): string =>
  [locationName, levelName, zoneName, placeName, spaceName].filter(Boolean).join(' › ')

interface Props {
  readonly explained: DayExplanation
  readonly zoneOf: (locationId: string) => string
}

const eventColumns = (zoneOf: Props['zoneOf']): readonly ListColumn<Event>[] => [
  {
    key: 'seen',
    name: t`Seen at`,
    value: ({ timestamp }) => timestamp,
    show: ({ timestamp, locationId }) => exactMomentText(timestamp, zoneOf(locationId)),
  },
  { key: 'where', name: t`Where`, value: whereText },
  { key: 'source', name: t`Source`, isChoice: true, value: ({ sourceId }) => sourceId },
  {
    key: 'received',
    name: t`Arrived`,
    value: ({ receivedAt }) => receivedAt,
    render: (event) => {
      const delay = delayText(event)
      return (
        <>
          {exactMomentText(event.receivedAt, zoneOf(event.locationId))}
          <Text size="xs" c="dimmed">
            {event.isLate ? t`${delay}; late: the day had ended` : delay}
          </Text>
        </>
      )
    },
  },
  {
    key: 'counts',
    name: t({ message: 'Counts', context: 'event' }),
    isChoice: true,
    code: ({ counted }) => String(counted),
    value: ({ counted }) => (counted ? t`Yes` : t`No`),
    render: ({ counted }) => <Signal tone={counted ? 'good' : 'none'}>{counted ? t`Yes` : t`No`}</Signal>,
  },
]

/** Each event in the order in which it happened, and whether it counted. */
export const EventsPart = ({ explained: { events, eventCount }, zoneOf }: Props) => {
  const listed = events.length
  if (listed === 0)
    return (
      <Text size="sm">
        <Trans>No presence event of this person is known for the day.</Trans>
      </Text>
    )
  return (
    <>
      <FactTable
        id="events"
        label={t`Presence events of the day`}
        columns={eventColumns(zoneOf)}
        rows={events}
        rowKey={({ sourceId, eventId }) => `${sourceId} ${eventId}`}
        minWidth={860}
      />
      {eventCount > listed ? (
        <Text size="sm" c="dimmed" mt={4}>
          <Trans>
            The first {listed} of {eventCount}.
          </Trans>
        </Text>
      ) : null}
    </>
  )
}
