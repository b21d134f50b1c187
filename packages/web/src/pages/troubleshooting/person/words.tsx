import type { DayExplanation, UserAction } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal, type Tone } from '../../../components/signal.tsx'

export const PLANS = { o: 'Office', r: 'Remote', a: 'Away' } as const

/** Where a plan comes from. */
export const ORIGINS: Readonly<Record<NonNullable<DayExplanation['plan']>['planOrigin'], string>> = {
  'week-plan': 'week plan',
  'day-plan': 'planned for this day',
  'time-off': 'time off',
  forecast: 'forecast by the week plan',
}

type AttendanceType = NonNullable<NonNullable<DayExplanation['attendance']>['attendanceType']>

const ATTENDANCE: Readonly<Record<AttendanceType, { readonly name: string; readonly tone: Tone }>> = {
  confirmed: { name: 'Confirmed', tone: 'good' },
  walkIn: { name: 'Walk-in', tone: 'warning' },
  noShow: { name: 'No-show', tone: 'bad' },
  unconfirmed: { name: 'Unconfirmed', tone: 'none' },
}

/** The names of actors that are not people. */
const CHANGED_BY: Readonly<Record<UserAction['changedBy'], string>> = {
  user: 'themselves',
  administrator: 'an administrator',
  'auto-booking': 'the nightly planning',
  'time-off': 'time off from HR',
  presence: 'presence at the desk',
  directory: 'a directory import',
  'auto-release': 'the missing check-in',
}

export const ACTIONS: Readonly<Record<UserAction['action'], string>> = {
  weekPlanChanged: 'Week plan',
  planSet: 'Plan set',
  planChanged: 'Plan changed',
  planRemoved: 'Plan removed',
  booked: 'Booked',
  moved: 'Moved',
  cancelled: 'Canceled',
  erased: 'Erased',
  checkedIn: 'Checked in',
}

interface Booked {
  readonly locationName: string | null
  readonly levelName: string | null
  readonly zoneName: string | null
  readonly placeName: string | null
}

/** `Desk D-2-014, 2 North, Level 2, Berlin Mitte`. */
export const bookedText = ({ locationName, levelName, zoneName, placeName }: Booked): string =>
  [placeName && `Desk ${placeName}`, zoneName && (placeName ? zoneName : `A seat in ${zoneName}`), levelName, locationName]
    .filter(Boolean)
    .join(', ')

/** Texts for reasons that the service sets itself; reasons that people write are shown unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  inactive: 'the desk, or what it is in, was taken out of service',
  'assigned desk': 'the desk was assigned to another person',
  'desk moved': 'the desk is in another zone now',
  directory: 'the person has left',
}

export const reasonText = (reason: string | null): string | null => (reason === null ? null : (REASONS[reason] ?? reason))

export const AttendanceSignal = ({ type }: { type: keyof typeof ATTENDANCE | null | undefined }) => {
  if (!type) return '–'
  const { name, tone } = ATTENDANCE[type]
  return <Signal tone={tone}>{name}</Signal>
}

interface Props {
  readonly changedBy: UserAction['changedBy']
  readonly changedByUserId: string | null
  /** The user whose plan or booking was changed. */
  readonly userId: string
}

/** The actor of a change; people are links with their names. */
export const WhoDid = ({ changedBy, changedByUserId, userId }: Props) =>
  changedByUserId && changedByUserId !== userId ? (
    <Actor userId={changedByUserId} role={changedBy} />
  ) : changedByUserId ? (
    CHANGED_BY.user
  ) : (
    CHANGED_BY[changedBy]
  )

const Actor = ({ userId, role }: { userId: string; role: UserAction['changedBy'] }) => {
  const { data } = useQuery({ ...apiQuery('getUser', { params: { userId } }), staleTime: 300_000 })
  return (
    <>
      <TextLink to="/people/$userId" params={{ userId }} underline="always">
        {data ? personName(data) : userId}
      </TextLink>
      {role === 'administrator' ? ', administrator' : ''}
    </>
  )
}
