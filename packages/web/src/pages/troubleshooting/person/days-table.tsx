import { t } from '@lingui/core/macro'
import { Skeleton, Text } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { TextLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addDays, shortDay, weekdayOf } from '../../../time/days.ts'
import { timeOf, zoneName } from '../../../time/zoned-time.ts'
import type { useRights } from './use-rights.ts'
import { ATTENDANCE, AttendanceSignal, bookedText, ORIGINS, PLANS } from './words.tsx'

type UserDay = Answer<'listUserDays'>['items'][number]
type Attendance = Answer<'listUserAttendance'>['items'][number]

/** A day with the facts that the reader may see. */
interface KnownDay {
  readonly day: string
  readonly planned: UserDay | undefined
  readonly attendance: Attendance | undefined
}

/** Each day of the range, the newest first. */
export const knownDays = (
  from: string,
  to: string,
  planned: readonly UserDay[] = [],
  attended: readonly Attendance[] = [],
): KnownDay[] => {
  const plans = new Map(planned.map((each) => [each.day, each]))
  const attendances = new Map(attended.map((each) => [each.day.slice(0, 10), each]))
  const days: KnownDay[] = []
  for (let day = to; day >= from; day = addDays(day, -1)) {
    days.push({ day, planned: plans.get(day), attendance: attendances.get(day) })
  }
  return days
}

interface Props {
  readonly days: readonly KnownDay[]
  readonly userId: string
  readonly rights: ReturnType<typeof useRights>
  readonly isAttendanceAwaited: boolean
  readonly zoneOf: (locationId: string | null) => string
}

/** Days as rows: the plan, the booking, and the resulting attendance. */
export const DaysTable = ({ days, userId, rights, isAttendanceAwaited, zoneOf }: Props) => {
  const columns: readonly ListColumn<KnownDay>[] = [
    {
      key: 'day',
      name: t`Day`,
      value: ({ day }) => day,
      render: ({ day }) => <DayName day={day} userId={rights.attendance ? userId : undefined} />,
    },
    {
      key: 'plan',
      name: t`Plan`,
      isChoice: true,
      code: (known) => planOf(known) ?? 'none',
      value: planText,
      render: (known) => <PlanText known={known} />,
    },
    { key: 'booking', name: t`Booking`, value: bookingText },
  ]
  const attendance: readonly ListColumn<KnownDay>[] = [
    {
      key: 'attendance',
      name: t({ message: 'Attendance', context: 'person' }),
      isChoice: true,
      code: ({ attendance }) => attendance?.attendanceType ?? 'none',
      value: ({ attendance }) => (attendance?.attendanceType ? ATTENDANCE[attendance.attendanceType].name : null),
      render: ({ attendance }) =>
        isAttendanceAwaited ? <Skeleton height={14} width={90} /> : <AttendanceSignal type={attendance?.attendanceType} />,
    },
    {
      key: 'seen',
      name: t`Seen`,
      value: ({ attendance }) => attendance?.firstSeenAt ?? null,
      render: (known) => (isAttendanceAwaited ? <Skeleton height={14} width={160} /> : seenText(known, zoneOf)),
    },
  ]
  return (
    <FactTable
      id="days"
      label={t`Days`}
      columns={rights.attendance ? [...columns, ...attendance] : columns}
      rows={days}
      rowKey={({ day }) => day}
      minWidth={860}
    />
  )
}

/** The day, which leads to its explanation; weekends are in italics. */
const DayName = ({ day, userId }: { day: string; userId: string | undefined }) => {
  const date = shortDay(day)
  return (
    <Text span inherit fs={weekdayOf(day) > 5 ? 'italic' : undefined} style={{ whiteSpace: 'nowrap' }}>
      {userId ? (
        <TextLink
          to="/people/$userId"
          params={{ userId }}
          search={{ tab: 'explain', day }}
          aria-label={t`Explain ${date}`}
          underline="always"
        >
          {date}
        </TextLink>
      ) : (
        date
      )}
    </Text>
  )
}

const planOf = ({ planned, attendance }: KnownDay) => (planned ? planned.plan : attendance?.plan) ?? null

/** The plan in a word. */
const planText = (known: KnownDay): string | null => {
  const plan = planOf(known)
  return plan && PLANS[plan]
}

const PlanText = ({ known }: { known: KnownDay }) => {
  const [plan, { planned }] = [planOf(known), known]
  if (!plan) return '–'
  const details = [plan === 'o' ? planned?.locationName : null, planned?.planOrigin && ORIGINS[planned.planOrigin]]
  return (
    <>
      {PLANS[plan]}{' '}
      <Text span size="xs" c="dimmed">
        {details.filter(Boolean).join(', ')}
      </Text>
    </>
  )
}

const bookingText = ({ planned, attendance }: KnownDay): string => {
  if (planned) return planned.booking ? bookedText(planned.booking) : '–'
  if (!attendance?.bookingDepth) return '–'
  return bookedText({
    locationName: attendance.bookingLocationName,
    levelName: attendance.bookingLevelName,
    zoneName: attendance.bookingZoneName,
    placeName: attendance.bookingPlaceName,
  })
}

const seenText = ({ attendance }: KnownDay, zoneOf: Props['zoneOf']): string => {
  const { firstSeenAt, lastSeenAt, attendanceLocationId, attendanceLocationName } = attendance ?? {}
  if (!firstSeenAt || !lastSeenAt) return '–'
  const zone = zoneOf(attendanceLocationId ?? null)
  const [first, last] = [timeOf(firstSeenAt, zone), timeOf(lastSeenAt, zone)]
  return `${first === last ? first : `${first} – ${last}`} ${zoneName(zone, firstSeenAt)}, ${attendanceLocationName}`
}
