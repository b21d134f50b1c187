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
import { EACH_DESK } from '../drill/targets.ts'
import { FiguresQuery, WithheldState } from '../figures/figures-query.tsx'
import { showFigure, showWhole } from '../figures/show.ts'
import { idsOf } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'
import { useDeskView } from './desk-view.ts'
import { FloorDays } from './floor-days.tsx'
import { FloorHours } from './floor-hours.tsx'
import { PLACE_COLUMNS } from './place-columns.ts'
import { shareMark, unmeasuredMark, withheldMark, zoneMark } from './use-marks.ts'

type PlaceFigure = PlaceFigures['places'][number]

/** The mark of a desk by its use. */
const markOfUse =
  (look: ChartLook, neighborhoods: ReadonlySet<string>) =>
  ({ hidden, zoneId, utilization, usedDays, workdays, measuredWorkdays }: PlaceFigure): FloorMark => {
    if (hidden) return withheldMark(look)
    if (workdays > 0 && measuredWorkdays === 0) return unmeasuredMark(look)
    if (usedDays === 0 && workdays > 0 && neighborhoods.has(zoneId)) return zoneMark(look)
    if (utilization === null) return { color: look.line, label: t`no workdays`, symbol: 'off', legend: t`No workdays` }
    const [used, measured, share] = [showWhole(usedDays ?? 0), showWhole(measuredWorkdays), showFigure(utilization, 'share')]
    return shareMark(look, utilization, t`used on ${used} of ${measured} workdays, ${share}`)
  }

/** The whole period at once, or its days or hours one after the other. */
type Scale = 'period' | 'day' | 'hour'

const TITLE = t`Use of each desk`
const DESCRIPTIONS: Record<Scale, string> = {
  period: t`The share of workdays on which a desk was used.`,
  day: t`The desks that were used on a workday.`,
  hour: t`A desk is in use from the first to the last time that a person was seen at it, or that the person who had booked it was seen in the building. Times are those of the building.`,
}

/** A level of a building with its desks colored by use. */
export const FloorUse = ({ levels, zones }: Pick<DeskFigures, 'levels' | 'zones'>) => {
  const [scope] = useScope()
  const [view, changeView] = useDeskView()
  const look = useChartLook()
  const neighborhoods = new Set(zones.flatMap(({ kind, zoneId }) => (kind === 'neighborhood' ? [zoneId] : [])))
  const [scale, setScale] = useState<Scale>('period')
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
  const Steps = scale === 'hour' ? FloorHours : FloorDays
  return (
    <FigureFrame
      title={TITLE}
      hash={EACH_DESK}
      description={DESCRIPTIONS[scale]}
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
            value={scale}
            onChange={(value) => setScale(value as Scale)}
            data={[
              { value: 'period', label: t`Whole period` },
              { value: 'day', label: t`Day by day` },
              { value: 'hour', label: t`Hour by hour` },
            ]}
          />
          {scale === 'period' ? <CsvButton title={label} columns={PLACE_COLUMNS} rows={query.data?.places ?? []} /> : null}
        </Group>
      }
    >
      <FiguresQuery query={query} height={540}>
        {({ places, hidden, withheld, publishedThrough }) =>
          hidden ? (
            <WithheldState withheld={withheld} />
          ) : places.length === 0 ? (
            <EmptyState picture="desk" title={t`There are no desks on this level`} height={540} />
          ) : scale !== 'period' ? (
            <Steps
              key={level.levelId}
              locationId={level.locationId}
              levelId={level.levelId}
              lastDay={publishedThrough.find(({ locationId }) => locationId === level.locationId)?.publishedThrough ?? undefined}
              layout={layout}
              image={image}
              label={label}
            />
          ) : (
            <FloorMap
              levelId={level.levelId}
              places={places}
              markOf={markOfUse(look, neighborhoods)}
              layout={layout}
              image={image}
              label={label}
            />
          )
        }
      </FiguresQuery>
    </FigureFrame>
  )
}
