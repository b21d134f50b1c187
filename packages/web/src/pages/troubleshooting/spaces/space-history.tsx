import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { SpaceOccupancy } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { present } from '../../../shell/search.ts'
import { addDays, dayRange, fullDay, todayIn } from '../../../time/days.ts'
import { zoneName } from '../../../time/zoned-time.ts'
import { useZones } from '../../../workplace/directory.ts'
import { DayTimeline } from './day-timeline.tsx'
import { HeatStrip } from './heat-strip.tsx'
import type { SpaceView } from './space-view.ts'

const route = getRouteApi('/shell/spaces')
/** Number of days in the strip. */
const DAYS = 28

/** The occupancy of a space by hour for some weeks, and by minute for one day. */
export const SpaceHistory = ({ space }: { space: Answer<'getSpace'> }) => {
  const { spaceName, levelName, locationName, spaceType, capacity: seats } = space
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = todayIn(useZones()(space.locationId))
  const to = search.to ?? today
  const from = addDays(to, 1 - DAYS)
  const occupancy = useQuery({
    ...apiQuery('getSpaceOccupancy', { params: { spaceId: space.spaceId }, query: { startDate: from, endDate: to } }),
    placeholderData: keepPreviousData,
  })
  const change = (changes: { [K in keyof SpaceView]?: SpaceView[K] | undefined }) =>
    void navigate({ search: (before) => present({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {seats === null ? (
            <Trans>
              <strong>{spaceName}</strong>, {levelName}, {locationName}: {spaceType}
            </Trans>
          ) : (
            <Trans>
              <strong>{spaceName}</strong>, {levelName}, {locationName}: {spaceType},{' '}
              <Plural value={seats} one="# seat" other="# seats" />
            </Trans>
          )}
        </Text>
        <PeriodNav
          title={dayRange(from, to)}
          unit="four weeks"
          isCurrent={to === today}
          onPrevious={() => change({ to: addDays(to, -DAYS), day: undefined })}
          onNext={() => change({ to: addDays(to, DAYS), day: undefined })}
          onCurrent={() => change({ to: undefined, day: undefined })}
        />
      </Group>
      <QueryState query={occupancy} height={900}>
        {(known) => <History known={known} from={from} to={to} day={search.day} onDay={(day) => change({ day })} />}
      </QueryState>
    </Stack>
  )
}

interface HistoryProps {
  readonly known: SpaceOccupancy
  readonly from: string
  readonly to: string
  readonly day: string | undefined
  readonly onDay: (day: string) => void
}

const History = ({ known, from, to, day: asked, onDay }: HistoryProps) => {
  const { hours, stretches, stretchCount, timeZone } = known
  if (hours.length === 0) {
    return (
      <EmptyState title={t`Nothing was reported of these weeks`}>
        <Trans>No sensor sent anything of this space. Look at earlier weeks, or whether its source is silent.</Trans>
      </EmptyState>
    )
  }
  const newest = hours.at(-1)?.day ?? to
  const listed = stretches.length
  const day = asked && asked >= from && asked <= to ? asked : newest
  const zone = zoneName(timeZone, `${day}T12:00:00Z`)
  return (
    <>
      <FigureFrame
        title={t`By hour`}
        description={t`Share of each hour in which the space was occupied, in ${timeZone}. Blank: nothing was reported.`}
      >
        <HeatStrip hours={hours} from={from} to={to} day={day} onDay={onDay} />
      </FigureFrame>
      <FigureFrame title={fullDay(day)} description={t`Times in ${zone} (${timeZone}).`}>
        <DayTimeline day={day} timeZone={timeZone} stretches={stretches.filter((stretch) => stretch.day === day)} />
        {stretchCount > listed ? (
          <Text size="sm" c="dimmed">
            <Trans>
              The first {listed} of {stretchCount} changes of these weeks are known here; ask for fewer days through the API.
            </Trans>
          </Text>
        ) : null}
      </FigureFrame>
    </>
  )
}
