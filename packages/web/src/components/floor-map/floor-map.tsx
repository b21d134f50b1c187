import { Group, SegmentedControl, Stack, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useMemo, useState } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { layOut } from './automatic-layout.ts'
import { FloorCanvas } from './floor-canvas.tsx'
import { FloorLegend } from './floor-legend.tsx'
import { FloorList } from './floor-list.tsx'
import { drawnMarks, legendOf } from './floor-marks.ts'
import type { FloorImage, FloorMark, FloorPlace } from './floor-place.ts'

export type { FloorImage, FloorMark, FloorPlace } from './floor-place.ts'

interface Props<P extends FloorPlace> {
  readonly places: readonly P[]
  readonly markOf: (place: P) => FloorMark
  readonly selectedId?: string | undefined
  /** By click, or Enter on a desk that has the focus. */
  readonly onSelect?: ((place: P) => void) | undefined
  /** Lets desks be moved, by dragging or by keys; called once for each that was dropped somewhere else. Metres, in steps of 0.5. */
  readonly onMove?: ((placeId: string, x: number, y: number) => void) | undefined
  /** The floor plan below the desks. */
  readonly image?: FloorImage | undefined
  /** What it is a map of, for who does not see it. */
  readonly label: string
  /** Pixels. */
  readonly height?: number
}

/** The desks of one level on its floor plan, or as a list. */
export const FloorMap = <P extends FloorPlace>(props: Props<P>) => {
  const { places, markOf, selectedId, onSelect, onMove, image, label, height = 480 } = props
  const [form, setForm] = useState('map')
  const theme = useMantineTheme()
  const colorScheme = useComputedColorScheme('light')
  const desks = useMemo(() => layOut(places), [places])
  const marks = drawnMarks(places, markOf, theme, colorScheme)
  if (places.length === 0 && !image) return <EmptyState title="There are no desks on this level" height={height} />
  const shared = { desks, marks, selectedId, onSelect, label, height }
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" align="center">
        <FloorLegend entries={legendOf(marks.values())} />
        <SegmentedControl
          size="xs"
          aria-label="Form"
          value={form}
          onChange={setForm}
          data={[
            { value: 'map', label: 'Map' },
            { value: 'list', label: 'As a list' },
          ]}
        />
      </Group>
      {form === 'map' ? <FloorCanvas {...shared} onMove={onMove} image={image} /> : <FloorList {...shared} />}
    </Stack>
  )
}
