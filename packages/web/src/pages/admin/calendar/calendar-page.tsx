import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { FilteredState, NotForYou } from '../../../components/states.tsx'
import { todayIn } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { calendarQuery, yearOf } from '../../../workplace/calendar.ts'
import { YEARS } from '../../../workplace/calendar-years.ts'
import { useBuildings, useHome } from '../../../workplace/me.tsx'
import { NoBuilding } from '../../../workplace/no-building.tsx'
import { BuildingCalendar } from './building-calendar.tsx'
import type { CalendarView } from './calendar-view.ts'

/** Working days, holidays, closures and outages of a building. */
export const CalendarPage = () => {
  const session = useSession()
  return (
    <>
      <PageHeader
        title={t`Calendars`}
        description={t`Working days, holidays and closures of each building, and outages of its presence reporting. No one is booked on a holiday or a closed day unless the building allows it, and plans of these days count in no rate.`}
      />
      {hasRole(session, ADMINISTRATORS) ? <ChosenCalendar /> : <NotForYou what={t`Calendars`} roles={ADMINISTRATORS} />}
    </>
  )
}

const FROM = '/shell/admin/calendars'

const ChosenCalendar = () => {
  const view = useSearch({ from: FROM })
  const navigate = useNavigate()
  const buildings = useBuildings()
  const home = useHome()
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const locationId = view.locationId ?? home?.locationId ?? buildings[0]?.locationId ?? ''
  const thisYear = yearOf(todayIn(buildings.find((each) => each.locationId === locationId)?.timeZone))
  const year = view.year ?? thisYear
  const calendar = useQuery({
    ...calendarQuery(locationId, year),
    enabled: locationId !== '',
    placeholderData: keepPreviousData,
  })
  const go = (next: CalendarView) => {
    const { year: to = year, locationId: of = locationId } = next
    const shown = Math.min(YEARS.last, Math.max(YEARS.first, to))
    const search = { locationId: of, ...(shown === thisYear ? {} : { year: shown }) }
    void navigate({ to: '/admin/calendars', search, replace: true, resetScroll: false })
  }
  if (locationId === '') {
    return (
      <NoBuilding>
        <Trans>
          Each building has a calendar.{' '}
          <TextLink to="/admin/places" underline="always">
            Add the first building
          </TextLink>
          .
        </Trans>
      </NoBuilding>
    )
  }
  return (
    <Stack gap="lg">
      <Group align="flex-end" gap="lg">
        <BuildingSelect
          label={t`Building`}
          w={280}
          maw="100%"
          value={locationId}
          onChange={(next) => next && go({ locationId: next })}
        />
        <PeriodNav
          unit="year"
          title={String(year)}
          isCurrent={year === thisYear}
          onPrevious={() => go({ year: year - 1 })}
          onNext={() => go({ year: year + 1 })}
          onCurrent={() => go({ year: thisYear })}
        />
      </Group>
      <FilteredState query={calendar} height={800}>
        {(shown) => (
          <BuildingCalendar key={shown.locationId} calendar={shown} canChange={canChange} onYear={(next) => go({ year: next })} />
        )}
      </FilteredState>
    </Stack>
  )
}
