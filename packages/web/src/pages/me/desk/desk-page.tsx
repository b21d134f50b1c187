import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group, Select, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { allPages, apiQuery } from '../../../api/query.ts'
import { DayStep } from '../../../components/fields.tsx'
import { SkipToDesks } from '../../../components/floor-map/skip-to-desks.tsx'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { Trail } from '../../../components/trail.tsx'
import { dayOf } from '../../../shell/search.ts'
import { addDays, daysBetween, fullDay, shortDay, todayIn } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useClosedDay } from '../../../workplace/calendar.ts'
import { useBuildingOf, useBuildings, useToday } from '../../../workplace/me.tsx'
import { NoBuilding } from '../../../workplace/no-building.tsx'
import { useDayCommand, userDaysQuery } from '../../../workplace/user-days.ts'
import { useFirstLevel } from '../shared/use-first-level.ts'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { FloorOfDay } from './floor-of-day.tsx'
import { MyPlace } from './my-place.tsx'

/** Desks of a level on a day; a click books one. */
export const DeskPage = () => {
  const search = useSearch({ from: '/shell/me/desk' })
  const navigate = useNavigate({ from: '/me/desk' })
  const buildingOf = useBuildingOf()
  const today = useToday()
  const buildings = useBuildings()
  const day = dayOf(search.day) ?? today
  const days = useQuery({ ...userDaysQuery(day, day), placeholderData: keepPreviousData })
  const command = useDayCommand()
  const shown = days.data?.items.find((each) => each.day === day)
  const own = buildingOf(shown)
  // The code on a kiosk screen names a level, which may be in another building than the usual one.
  const asked = useQuery({
    ...apiQuery('getLevel', { params: { levelId: search.levelId ?? '' } }),
    enabled: search.levelId !== undefined && search.locationId === undefined,
  })
  const usual = own ?? buildings[0]?.locationId ?? ''
  const given = buildings.find((each) => each.locationId === search.locationId)
  const locationId = given?.locationId ?? asked.data?.locationId ?? usual
  const building = buildings.find((each) => each.locationId === locationId)
  const levels = useQuery({
    ...allPages('listLevels', { query: { locationId, status: 'active' } }),
    enabled: locationId !== '',
    select: ({ items }) => items.toSorted((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0)),
  })
  const bookedLevel = shown?.booking?.locationId === locationId ? shown.booking.levelId : null
  const wanted = search.levelId ?? (search.near ? null : bookedLevel)
  const level = useFirstLevel(locationId, levels.data, wanted, search.near)
  const go = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true })
  const goToLevel = (levelId: string) => go({ locationId, levelId })

  const ahead = building ? daysBetween(todayIn(building.timeZone), day) : 0
  const isBeyond = building !== undefined && ahead > building.bookingWindowDays
  const closed = useClosedDay(locationId, day)
  const isOff = shown?.planOrigin === 'time-off'
  const date = fullDay(day)
  const locationName = building?.locationName ?? ''
  const lastDay = building ? shortDay(addDays(todayIn(building.timeZone), building.bookingWindowDays)) : ''
  const isBookable = shown !== undefined && !shown.isPast && ahead >= 0 && !isBeyond && !isOff && !closed
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="plan" to="/me" search={{ day }} inherit>
            <Trans>Plan and desk</Trans>
          </AnchorLink>,
        ]}
        here={t`Desk`}
      />
      <PageHeader
        title={t`Desk on ${date}`}
        actions={
          <>
            <SkipToDesks />
            <DayStep day={day} onChange={(next) => go({ day: next })} />
          </>
        }
      />
      <WrongAddress day={search.day} locationId={search.locationId} />
      <QueryState query={days} height={600}>
        {() =>
          buildings.length === 0 ? (
            <NoBuilding>
              <Trans>
                Desks of a building appear here. Administrators add buildings under{' '}
                <TextLink underline="always" to="/admin/places">
                  Places
                </TextLink>
                .
              </Trans>
            </NoBuilding>
          ) : (
            <Stack gap="sm">
              <Group align="flex-end" gap="sm">
                <BuildingSelect
                  label={t`Building`}
                  value={locationId}
                  onChange={(next) => next && go({ locationId: next, levelId: undefined })}
                />
                <Select
                  label={t`Level`}
                  data={levels.data?.map((each) => ({ value: each.levelId, label: each.levelName })) ?? []}
                  value={level?.levelId ?? null}
                  allowDeselect={false}
                  onChange={(next) => next && goToLevel(next)}
                />
                <MyPlace
                  day={shown}
                  building={building}
                  isBookable={isBookable}
                  isBusy={command.isLocked(day)}
                  run={command.mutate}
                />
              </Group>
              {isBookable || !shown ? null : (
                <Alert color="gray" title={t`This day cannot be booked`} c="var(--mantine-color-text)">
                  {isOff
                    ? t`You are off on this day. Time off goes before everything else.`
                    : isBeyond
                      ? t`${locationName} takes bookings until ${lastDay}.`
                      : closed && building && ahead >= 0
                        ? t`${locationName}: ${closed}. Choose another day or another building.`
                        : t`The day is over.`}
                </Alert>
              )}
              {building && level && !asked.isLoading ? (
                <FloorOfDay
                  building={building}
                  level={level}
                  levels={levels.data ?? []}
                  day={day}
                  mine={shown?.booking ?? null}
                  isBookable={isBookable}
                  isElsewhere={locationId !== own}
                  nearId={search.near}
                  onLevel={goToLevel}
                  run={command.mutate}
                />
              ) : null}
            </Stack>
          )
        }
      </QueryState>
    </>
  )
}
