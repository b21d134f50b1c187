import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DayExplanation, UserAction } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal, type Tone } from '../../../components/signal.tsx'

export const PLANS = { o: t`Office`, r: t`Remote`, a: t`Away` } as const

/** Where a plan comes from. */
export const ORIGINS: Readonly<Record<NonNullable<DayExplanation['plan']>['planOrigin'], string>> = {
  'week-plan': t`week plan`,
  'day-plan': t`planned for this day`,
  'time-off': t`time off`,
  forecast: t`forecast by the week plan`,
}

type AttendanceType = NonNullable<NonNullable<DayExplanation['attendance']>['attendanceType']>

export const ATTENDANCE: Readonly<Record<AttendanceType, { readonly name: string; readonly tone: Tone }>> = {
  confirmed: { name: t`Confirmed`, tone: 'good' },
  walkIn: { name: t`Walk-in`, tone: 'warning' },
  noShow: { name: t`No-show`, tone: 'bad' },
  unconfirmed: { name: t`Unconfirmed`, tone: 'none' },
}

/** The names of actors that are not people. */
const CHANGED_BY: Readonly<Record<UserAction['changedBy'], string>> = {
  user: t`themselves`,
  administrator: t`an administrator`,
  'auto-booking': t`the nightly planning`,
  'time-off': t`time off from HR`,
  presence: t`presence at the desk`,
  directory: t`a change of the directory`,
  'auto-release': t`the missing check-in`,
}

export const ACTIONS: Readonly<Record<UserAction['action'], string>> = {
  weekPlanChanged: t`Week plan`,
  planSet: t`Plan set`,
  planChanged: t`Plan changed`,
  planRemoved: t`Plan removed`,
  booked: t`Booked`,
  moved: t`Moved`,
  cancelled: t({ message: 'Canceled', context: 'action' }),
  erased: t`Erased`,
  checkedIn: t`Checked in`,
}

interface Booked {
  readonly locationName: string | null
  readonly levelName: string | null
  readonly zoneName: string | null
  readonly placeName: string | null
}

/** `Desk D-2-014, 2 North, Level 2, Berlin Mitte`. */
export const bookedText = ({ locationName, levelName, zoneName, placeName }: Booked): string =>
  [placeName && t`Desk ${placeName}`, zoneName && (placeName ? zoneName : t`A seat in ${zoneName}`), levelName, locationName]
    .filter(Boolean)
    .join(', ')

/** Texts for reasons that the service sets itself; reasons that people write are shown unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  inactive: t`the desk, or what it is in, was taken out of service`,
  'assigned desk': t`the desk was assigned to another person`,
  'desk moved': t`the desk is in another zone now`,
  directory: t`the person is inactive or was removed`,
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

/** The same for a file: the id of another person, or who it was in a word. */
export const actorText = ({ changedBy, changedByUserId, userId }: Props): string =>
  changedByUserId && changedByUserId !== userId ? changedByUserId : CHANGED_BY[changedByUserId ? 'user' : changedBy]

const Actor = ({ userId, role }: { userId: string; role: UserAction['changedBy'] }) => {
  const { data } = useQuery({ ...apiQuery('getUser', { params: { userId } }), staleTime: 300_000 })
  const name = data ? personName(data) : userId
  const link = { to: '/people/$userId', params: { userId }, underline: 'always' } as const
  return role === 'administrator' ? (
    <Trans>
      <TextLink {...link}>{name}</TextLink>, administrator
    </Trans>
  ) : (
    <TextLink {...link}>{name}</TextLink>
  )
}
