import { t } from '@lingui/core/macro'
import { Group, NativeSelect, SegmentedControl } from '@mantine/core'
import type { DeskFigures, PlaceFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { type ChartLook, useChartLook } from '../../../components/chart/chart-look.ts'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { useFloorLayout } from '../../../components/floor-map/floor-layout.ts'
import { FloorMap, type FloorMark, useFloorImage } from '../../../components/floor-map/floor-map.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { FiguresQuery, WithheldState } from '../figures/figures-query.tsx'
import { showFigure, showWhole } from '../figures/show.ts'
import { idsOf } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'
import { useDeskView } from './desk-view.ts'
import { FloorDays } from './floor-days.tsx'
import { PLACE_COLUMNS } from './place-columns.ts'

type PlaceFigure = PlaceFigures['places'][number]

/** The steps from low to high use, each up to a share of the workdays. */
const STEPS = [
  { upTo: 0, legend: '0 %' },
  { upTo: 0.25, legend: '1–25 %' },
  { upTo: 0.5, legend: '26–50 %' },
  { upTo: 0.75, legend: '51–75 %' },
  { upTo: 0.9, legend: '76–90 %' },
  { upTo: Number.POSITIVE_INFINITY, legend: '91–100 %' },
]

/** The mark of a desk by its use. Its digit shows the step to people who cannot see colors. */
const markOfUse =
  (look: ChartLook) =>
  ({ hidden, utilization, usedDays, workdays, measuredWorkdays }: PlaceFigure): FloorMark => {
    const color = (index: number) => look.scale[index]?.color ?? look.surface
    if (hidden) return { color: look.line, label: t`withheld: assigned to a user`, symbol: 'assigned', legend: t`Withheld` }
    if (workdays > 0 && measuredWorkdays === 0) {
      return { color: look.line, label: t`not measured: no presence reported`, symbol: 'off', legend: t`Not measured` }
    }
    if (utilization === null) return { color: look.line, label: t`no workdays`, symbol: 'off', legend: t`No workdays` }
    const [used, measured, share] = [showWhole(usedDays ?? 0), showWhole(measuredWorkdays), showFigure(utilization, 'share')]
    const step = STEPS.findIndex(({ upTo }) => Math.round(utilization * 1000) / 1000 <= upTo)
    return {
      color: color(step),
      label: t`used on ${used} of ${measured} workdays, ${share}`,
      symbol: String(step),
      legend: STEPS[step]?.legend ?? '',
    }
  }

type Level = DeskFigures['levels'][number]

const TITLE = t`Use of each desk`

/** A level of a building with its desks colored by use. */
export const FloorUse = ({ levels }: { levels: readonly Level[] }) => {
  const [scope] = useScope()
  const [view, changeView] = useDeskView()
  const look = useChartLook()
  const [isByDay, setByDay] = useState(false)
  const [preferred] = idsOf(scope.locations)
  const building =
    levels.find(({ locationId }) => locationId === view.building)?.locationId ??
    levels.find(({ locationId }) => locationId === preferred)?.locationId ??
    levels[0]?.locationId
  const ofBuilding = levels.filter(({ locationId }) => locationId === building)
  const level = ofBuilding.find(({ levelId }) => levelId === view.level) ?? ofBuilding[0]
  const query = useQuery({
    ...apiQuery('getPlaceFigures', {
      query: {
        from: scope.from,
        to: scope.to,
        locationId: building ?? '',
        ...(level ? { levelId: level.levelId } : {}),
      },
    }),
    enabled: building !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data: drawn } = useQuery({
    ...apiQuery('getLevel', { params: { levelId: level?.levelId ?? '' } }),
    enabled: level !== undefined,
  })
  const image = useFloorImage(drawn)
  const layout = useFloorLayout(drawn)
  if (!level) return null
  const buildings = new Map(levels.map(({ locationId, locationName }) => [locationId, locationName]))
  const label = `${TITLE}: ${level.locationName} ${level.levelName}`
  return (
    <FigureFrame
      title={TITLE}
      description={t`The share of workdays on which a desk was used.`}
      actions={
        <Group gap={6}>
          <NativeSelect
            aria-label={t`Building of the floor map`}
            size="xs"
            value={building ?? ''}
            data={[...buildings].map(([value, name]) => ({ value, label: name }))}
            onChange={({ currentTarget: { value } }) => changeView({ building: value, level: undefined })}
          />
          <NativeSelect
            aria-label={t`Level of the floor map`}
            size="xs"
            value={level.levelId}
            data={ofBuilding.map(({ levelId, levelName }) => ({ value: levelId, label: levelName }))}
            onChange={({ currentTarget: { value } }) => changeView({ level: value })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t`Days of the floor map`}
            value={isByDay ? 'day' : 'period'}
            onChange={(value) => setByDay(value === 'day')}
            data={[
              { value: 'period', label: t`Whole period` },
              { value: 'day', label: t`Day by day` },
            ]}
          />
          <CsvButton title={label} columns={PLACE_COLUMNS} rows={query.data?.places ?? []} />
        </Group>
      }
    >
      <FiguresQuery query={query} height={540}>
        {({ places, hidden, withheld, publishedThrough }) =>
          hidden ? (
            <WithheldState withheld={withheld} />
          ) : places.length === 0 ? (
            <EmptyState picture="desk" title={t`There are no desks on this level`} height={540} />
          ) : isByDay ? (
            <FloorDays
              key={level.levelId}
              locationId={level.locationId}
              levelId={level.levelId}
              lastDay={publishedThrough.find(({ locationId }) => locationId === level.locationId)?.publishedThrough ?? undefined}
              layout={layout}
              image={image}
              label={label}
            />
          ) : (
            <FloorMap places={places} markOf={markOfUse(look)} layout={layout} image={image} label={label} />
          )
        }
      </FiguresQuery>
    </FigureFrame>
  )
}
