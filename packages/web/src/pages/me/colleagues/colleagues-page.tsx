import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import { dayOf } from '../../../shell/search.ts'
import { addDays, dayRange, mondayOf, weekOf } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useBuildingOf, useMe, useToday } from '../../../workplace/me.tsx'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { ColleagueWeek, peopleOfWeek, shownDays } from './colleague-week.tsx'
import { NoColleagues } from './no-colleagues.tsx'

const ALL_USERS = 'all'
/** Only this many pages of people are read for each day; a group or a name narrows them down. */
const MAX_PAGES = 1

/** The days on which the people of a group, or with a name, come in. */
export const ColleaguesPage = () => {
  const search = useSearch({ from: '/shell/me/colleagues' })
  const navigate = useNavigate({ from: '/me/colleagues' })
  const me = useMe()
  const today = useToday()
  const groupId = search.groupId ?? me.primaryGroupId ?? ALL_USERS
  const groups = useQuery(allPages('listGroups', { query: { status: 'active' } }))
  const filter = {
    ...(groupId === ALL_USERS ? {} : { groupId }),
    ...(search.locationId ? { locationId: search.locationId } : {}),
    ...(search.name ? { search: search.name } : {}),
  }
  const day = dayOf(search.day) ?? today
  const monday = mondayOf(day)
  const week = weekOf(day)
  const own = useQuery(userDaysQuery(monday, addDays(monday, 6)))
  const buildingOf = useBuildingOf()
  const days = useQueries({
    queries: week.map((each) => ({
      ...allPages('listColleagueDays', { query: { ...filter, day: each } }, MAX_PAGES),
      placeholderData: keepPreviousData,
    })),
  })
  const go = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true })
  const [name, setName] = useState(search.name ?? '')
  const asked = useRef(search.name)
  // The palette leads here with a name while the page is open.
  useEffect(() => {
    if (search.name !== asked.current) setName(search.name ?? '')
    asked.current = search.name
  }, [search.name])
  const find = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim() || undefined
    go({ name: asked.current })
  }, 250)
  const failed = days.find(({ error }) => error)
  const isLoading = days.some(({ data }) => data === undefined)
  const rows = isLoading
    ? []
    : peopleOfWeek(
        days.map(({ data }) => data?.items ?? []),
        me.userId,
      )
  const groupNames = groups.data?.items.map((group) => ({
    value: group.groupId,
    label: `${group.groupName} (${group.groupType})`,
  }))
  return (
    <>
      <PageHeader
        title={t`Colleagues`}
        description={t`Who plans to come when; days that are over show what was planned, not who came. Colleagues who do not want to be seen are not listed; neither are those without a plan.`}
      />
      <WrongAddress day={search.day} />
      <Stack gap="sm">
        <PeriodNav
          unit="week"
          title={dayRange(monday, addDays(monday, 6))}
          isCurrent={monday === mondayOf(today)}
          onPrevious={() => go({ day: addDays(monday, -7) })}
          onNext={() => go({ day: addDays(monday, 7) })}
          onCurrent={() => go({ day: undefined })}
        />
        <Group gap="sm" align="flex-end">
          <SearchSelect
            label={t`Group`}
            w={280}
            maw="100%"
            limit={100}
            data={[{ value: ALL_USERS, label: t`Everyone` }, ...(groupNames ?? [])]}
            value={groupId}
            onChange={(next) => next && go({ groupId: next === me.primaryGroupId ? undefined : next })}
          />
          <BuildingSelect
            label={t`Building`}
            placeholder={t`Any`}
            clearable
            allowDeselect
            clearButtonProps={{ 'aria-label': t`Any building` }}
            value={search.locationId ?? null}
            onChange={(next) => go({ locationId: next ?? undefined })}
          />
          <TextInput
            label={t`Name begins with`}
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value)
              find(currentTarget.value)
            }}
          />
        </Group>
        {failed ? (
          <ErrorState error={failed.error} reset={() => void failed.refetch()} />
        ) : isLoading ? (
          <LoadingState height={420} />
        ) : rows.length === 0 ? (
          <NoColleagues
            name={search.name}
            onNextWeek={() => go({ day: addDays(monday, 7) })}
            onEveryone={groupId === ALL_USERS ? undefined : () => go({ groupId: ALL_USERS })}
          />
        ) : (
          <ColleagueWeek
            week={shownDays(week, rows, today)}
            people={rows}
            today={today}
            ownBuildingOn={(each) => buildingOf(own.data?.items.find((mine) => mine.day === each))}
            day={day}
            onDay={(next) => go({ day: next })}
            isOfAllBuildings={search.locationId === undefined}
          />
        )}
        {days.some(({ data }) => data?.isCut) ? (
          <Text size="sm" c="dimmed">
            <Trans>There are more than can be shown: choose a group, a building or a name.</Trans>
          </Text>
        ) : null}
      </Stack>
    </>
  )
}
