import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { BOOKINGS_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
import { addDays, dayRange, isDay, mondayOf, todayIn } from '../../../time/days.ts'
import { useBuildings } from '../../../workplace/me.tsx'
import { UserSelect } from '../shared/user-select.tsx'
import { PersonWeek } from './person-week.tsx'

const route = getRouteApi('/shell/admin/bookings')

/** Plans and books for others, and swaps the desks of two of them. */
export const BookingsPage = () => {
  const session = useSession()
  return (
    <>
      <PageHeader
        title={t`Bookings for others`}
        description={t`Find a person, then plan, book, move or cancel on any of their days, or swap their desk with another person's.`}
      />
      {hasRole(session, BOOKINGS_ADMINISTRATORS) ? (
        <Days />
      ) : (
        <NotForYou what={t`Bookings for others`} roles={BOOKINGS_ADMINISTRATORS} />
      )}
    </>
  )
}

const Days = () => {
  const { userId, day: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const buildings = useBuildings()
  const user = useQuery({ ...apiQuery('getUser', { params: { userId: userId ?? '' } }), enabled: userId !== undefined })
  const home = buildings.find(({ locationId }) => locationId === user.data?.primaryLocationId)
  const today = todayIn(home?.timeZone)
  const day = isDay(asked) ? asked : today
  const monday = mondayOf(day)
  const go = (next: { userId?: string | undefined; day?: string | undefined }) => {
    const { userId: who = userId, day: when = day } = next
    void navigate({
      search: { ...(who ? { userId: who } : {}), ...(when === today ? {} : { day: when }) },
      resetScroll: false,
    })
  }
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="lg">
        <UserSelect
          label={t`Person`}
          clearable={false}
          description={t`The beginning of the name or e-mail is enough.`}
          w={360}
          maw="100%"
          value={userId ?? ''}
          onChange={(chosen) => (chosen ? go({ userId: chosen }) : void navigate({ search: {} }))}
        />
        <PeriodNav
          unit="week"
          title={dayRange(monday, addDays(monday, 6))}
          isCurrent={monday === mondayOf(today)}
          onPrevious={() => go({ day: addDays(monday, -7) })}
          onNext={() => go({ day: addDays(monday, 7) })}
          onCurrent={() => go({ day: today })}
        />
      </Group>
      {userId === undefined ? (
        <EmptyState picture="search" title={t`No person is chosen`} height={240}>
          <Trans>
            Choose the person to plan or book for. People are added under{' '}
            <TextLink underline="always" to="/admin/users">
              Users
            </TextLink>
            .
          </Trans>
        </EmptyState>
      ) : (
        <QueryState query={user} height={480}>
          {(person) => <PersonWeek key={person.userId} person={person} monday={monday} today={today} home={home} />}
        </QueryState>
      )}
    </Stack>
  )
}
