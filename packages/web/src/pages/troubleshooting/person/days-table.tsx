import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Table, Text } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { TextLink } from '../../../components/links.tsx'
import { addDays, shortDay, weekdayOf } from '../../../time/days.ts'
import { timeOf, zoneName } from '../../../time/zoned-time.ts'
import type { useRights } from './use-rights.ts'
import { AttendanceSignal, bookedText, ORIGINS, PLANS } from './words.tsx'

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
export const DaysTable = ({ days, userId, rights, isAttendanceAwaited, zoneOf }: Props) => (
  <Table.ScrollContainer minWidth={860} type="native" tabIndex={0} role="region" aria-label={t`Days`}>
    <Table verticalSpacing={6} fz="sm" highlightOnHover aria-label={t`Days`} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={130}>
            <Trans>Day</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>Plan</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>Booking</Trans>
          </Table.Th>
          {rights.attendance ? (
            <>
              <Table.Th w={140}>
                <Trans context="person">Attendance</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Seen</Trans>
              </Table.Th>
            </>
          ) : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((known) => {
          const date = shortDay(known.day)
          return (
            <Table.Tr key={known.day} fs={weekdayOf(known.day) > 5 ? 'italic' : undefined}>
              <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                {rights.attendance ? (
                  <TextLink
                    to="/people/$userId"
                    params={{ userId }}
                    search={{ tab: 'explain', day: known.day }}
                    aria-label={t`Explain ${date}`}
                    underline="always"
                  >
                    {date}
                  </TextLink>
                ) : (
                  date
                )}
              </Table.Th>
              <Table.Td>
                <PlanText known={known} />
              </Table.Td>
              <Table.Td>{bookingText(known)}</Table.Td>
              {rights.attendance ? (
                isAttendanceAwaited ? (
                  <Table.Td colSpan={2}>
                    <Skeleton height={14} />
                  </Table.Td>
                ) : (
                  <>
                    <Table.Td>
                      <AttendanceSignal type={known.attendance?.attendanceType} />
                    </Table.Td>
                    <Table.Td>{seenText(known, zoneOf)}</Table.Td>
                  </>
                )
              ) : null}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const PlanText = ({ known: { planned, attendance } }: { known: KnownDay }) => {
  const plan = planned ? planned.plan : attendance?.plan
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
