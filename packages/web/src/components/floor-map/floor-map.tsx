import { t } from '@lingui/core/macro'
import { Group, SegmentedControl, Stack, Text, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { showNumber } from '../format.ts'
import { EmptyState } from '../states.tsx'
import { layOut } from './automatic-layout.ts'
import { DeskSymbol, STAR } from './desk-shape.tsx'
import { FloorCanvas } from './floor-canvas.tsx'
import type { FloorEditing } from './floor-editing.ts'
import { type FloorLayout, turned } from './floor-layout.ts'
import { FloorList } from './floor-list.tsx'
import classes from './floor-map.module.css'
import { drawnMarks, type LegendEntry, legendOf } from './floor-marks.ts'
import type { FloorFavorites, FloorImage, FloorMark, FloorPlace } from './floor-place.ts'

export type { FloorImage, FloorMark, FloorPlace } from './floor-place.ts'

interface Props<P extends FloorPlace> {
  /** Another level is shown as a whole again. */
  readonly levelId: string
  readonly places: readonly P[]
  readonly markOf: (place: P) => FloorMark
  readonly selectedId?: string | undefined
  /** The desk that the map shows first, if another one than the selected. */
  readonly firstId?: string | undefined
  /** Called on a click, or on Enter on a focused desk. */
  readonly onSelect?: ((place: P) => void) | undefined
  /** Marks favorites with a star, and lets the reader change them in the list, or by a key on the map. */
  readonly favorites?: FloorFavorites<P> | undefined
  /** Makes desks movable, and draws what an editor adds. */
  readonly editing?: FloorEditing | undefined
  /** What was drawn on the plan. */
  readonly layout?: FloorLayout | undefined
  /** The floor plan below the desks. */
  readonly image?: FloorImage | undefined
  /** Says above the desks what else there is for what the list is searched for, which is the empty text on the map. */
  readonly elsewhere?: ((search: string) => ReactNode) | undefined
  /** The name of the map for screen readers. */
  readonly label: string
  /** The height in pixels. */
  readonly height?: number
  /** The most that the map may have of a low window, as a CSS length. */
  readonly maxHeight?: string
}

/** The desks of one level on its floor plan, or as a list. */
export const FloorMap = <P extends FloorPlace>(props: Props<P>) => {
  const { places, markOf, selectedId, firstId, onSelect, favorites, editing, layout, image, label, height = 480 } = props
  const { elsewhere } = props
  const [form, setForm] = useState('map')
  const [search, setSearch] = useState('')
  const theme = useMantineTheme()
  const colorScheme = useComputedColorScheme('light')
  const desks = useMemo(() => layOut(turned(places, layout), image), [places, layout, image])
  const starredMarkOf = (place: P): FloorMark => {
    const mark = markOf(place)
    return favorites?.ids.has(place.placeId) ? { ...mark, ...starred(mark) } : mark
  }
  const marks = drawnMarks(places, starredMarkOf, theme, colorScheme)
  const starCount = places.filter(({ placeId }) => favorites?.ids.has(placeId)).length
  if (places.length === 0 && !image && !editing)
    return (
      <>
        {elsewhere?.('')}
        <EmptyState picture="desk" title={t`There are no desks on this level`} height={height} />
      </>
    )
  const shared = { desks, marks, selectedId, onSelect, favorites, label, height }
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" align="center">
        <FloorLegend entries={legendOf(marks.values())} starCount={starCount} />
        <SegmentedControl
          size="xs"
          aria-label={t({ message: 'Form', context: 'map or list' })}
          value={form}
          onChange={setForm}
          data={[
            { value: 'map', label: t`Map` },
            { value: 'list', label: t`As a list` },
          ]}
        />
      </Group>
      {elsewhere?.(form === 'map' ? '' : search)}
      {form === 'map' ? (
        <FloorCanvas
          {...shared}
          levelId={props.levelId}
          firstId={firstId}
          editing={editing}
          zones={layout?.zones}
          image={image}
          maxHeight={props.maxHeight}
        />
      ) : (
        <FloorList {...shared} search={search} onSearch={setSearch} />
      )}
    </Stack>
  )
}

/** The legend explains the star, and so keeps the text of the mark. */
const starred = ({ label, legend = label }: FloorMark) => ({ label: t`${label}, your favorite`, legend, isStarred: true })

interface LegendProps {
  readonly entries: readonly LegendEntry[]
  readonly starCount: number
}

/** Explains the colors and symbols, and counts the desks of each. */
const FloorLegend = ({ entries, starCount }: LegendProps) => (
  <Group component="ul" gap="md" m={0} p={0} aria-label={t`Legend`} style={{ listStyle: 'none', minHeight: 24 }}>
    {entries.map(({ mark, text, desks }) => (
      <Group component="li" key={`${mark.fill} ${mark.symbol} ${text}`} gap={6} wrap="nowrap">
        <svg width={18} height={18} viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
          <rect x={-1.1} y={-1.1} width={2.2} height={2.2} rx={0.4} fill={mark.fill} stroke="currentColor" strokeWidth={0.12} />
          <DeskSymbol symbol={mark.symbol} size={0.7} color={mark.ink} />
        </svg>
        <Text size="sm">
          {text}{' '}
          <Text span size="sm" c="dimmed">
            {showNumber(desks)}
          </Text>
        </Text>
      </Group>
    ))}
    {starCount > 0 ? (
      <Group component="li" gap={6} wrap="nowrap">
        <svg width={18} height={18} viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
          <path className={classes.star} d={STAR} />
        </svg>
        <Text size="sm">
          {t`your favorite`}{' '}
          <Text span size="sm" c="dimmed">
            {showNumber(starCount)}
          </Text>
        </Text>
      </Group>
    ) : null}
  </Group>
)

interface LevelWithPlan {
  readonly levelId: string
  readonly floorPlanVersion: string | null
}

/** The floor plan image of a level; undefined while it loads or if there is none. It is cached as long as it is current. */
export const useFloorImage = (level: LevelWithPlan | undefined): FloorImage | undefined => {
  const { levelId = '', floorPlanVersion = null } = level ?? {}
  const { data } = useQuery({
    queryKey: ['getFloorPlan', levelId, floorPlanVersion] as const,
    queryFn: ({ signal }) => readImage(levelId, signal),
    enabled: floorPlanVersion !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return floorPlanVersion === null ? undefined : data
}

const readImage = async (levelId: string, signal: AbortSignal): Promise<FloorImage> => {
  const { image, mediaType, widthMetres, heightMetres } = await call('getFloorPlan', { params: { levelId }, signal })
  return { url: `data:${mediaType};base64,${image}`, width: widthMetres, height: heightMetres }
}
