import { t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import { LOG_READERS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { ErrorState, LoadingState, NotForYou } from '../../../components/states.tsx'
import { addDays, todayIn } from '../../../time/days.ts'
import { useZones } from '../../../workplace/directory.ts'
import { RANGE_DAYS, RangeFields } from '../shared/range-fields.tsx'
import { DaysTable, knownDays } from './days-table.tsx'
import { type Person, useRights } from './use-rights.ts'

const route = getRouteApi('/shell/people/$userId')
/** Number of days shown at first. */
const SHOWN = 28

/** Plan, booking and attendance, day by day. */
export const DaysTab = ({ person }: { person: Person }) => {
  const { plans, attendance } = useRights(person)
  if (!plans && !attendance) return <NotForYou what={t`Plans and attendance`} roles={LOG_READERS} />
  return <Days person={person} />
}

const Days = ({ person }: { person: Person }) => {
  const rights = useRights(person)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zoneOf = useZones()
  const to = search.to ?? todayIn(zoneOf(person.primaryLocationId))
  const from = search.from ?? addDays(to, 1 - SHOWN)
  const input = { params: { userId: person.userId }, query: { startDate: from, endDate: to } }
  const planned = useQuery({ ...apiQuery('listUserDays', input), enabled: rights.plans })
  const attended = useQuery({ ...apiQuery('listUserAttendance', input), enabled: rights.attendance })
  const isPending = rights.plans ? planned.isPending : attended.isPending
  const error = planned.error ?? attended.error
  const height = 40 + 38 * SHOWN
  return (
    <Stack gap="sm">
      <RangeFields
        {...{ from, to }}
        maxDays={RANGE_DAYS}
        onChange={(range) => void navigate({ search: { tab: 'days', ...range }, replace: true, resetScroll: false })}
      />
      {rights.plans && rights.attendance ? null : (
        <Text size="sm" c="dimmed">
          {rights.plans
            ? t`Whether they came is shown to analytics administrators.`
            : t`What a plan comes from, and days without anything known, are shown to bookings administrators.`}
        </Text>
      )}
      {error ? <ErrorState error={error} /> : null}
      {isPending && !error ? <LoadingState height={height} /> : null}
      {isPending ? null : (
        <DaysTable
          days={knownDays(from, to, planned.data?.items, attended.data?.items)}
          isAttendanceAwaited={rights.attendance && attended.isPending}
          rights={rights}
          zoneOf={zoneOf}
          userId={person.userId}
        />
      )}
    </Stack>
  )
}
