import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { layOut } from './automatic-layout.ts'
import { deskSize } from './desk-geometry.ts'
import { DeskLayer } from './desk-layer.tsx'
import { FloorBackground } from './floor-background.tsx'
import { type FloorLayout, turned } from './floor-layout.ts'
import classes from './floor-map.module.css'
import { drawnMarks } from './floor-marks.ts'
import type { FloorImage, FloorMark, FloorPlace } from './floor-place.ts'
import { wholeView } from './view-box.ts'
import { zoneOutlines } from './zone-outline.ts'

interface Props<P extends FloorPlace> {
  readonly places: readonly P[]
  readonly markOf: (place: P) => FloorMark
  readonly layout: FloorLayout
  readonly image: FloorImage | undefined
  /** The name of the map for screen readers. */
  readonly label: string
}

/** The whole floor as a picture without controls, as large as its frame, for screens that no one touches. */
export const StillMap = <P extends FloorPlace>({ places, markOf, layout, image, label }: Props<P>) => {
  const { ref, width, height } = useElementSize<HTMLElement>()
  const theme = useMantineTheme()
  const colorScheme = useComputedColorScheme('light')
  const desks = useMemo(() => layOut(turned(places, layout), image), [places, layout, image])
  const size = useMemo(() => deskSize(desks), [desks])
  const outlines = useMemo(() => zoneOutlines(desks, size * 0.85, layout.zones), [desks, size, layout])
  const view = useMemo(
    () => wholeView([...desks, ...layout.zones.flatMap(({ outline }) => outline ?? [])], image),
    [desks, layout, image],
  )
  const scale = Math.max(Math.min(width / view.width, height / view.height), 0.01)
  return (
    <figure ref={ref} className={classes.frame} style={{ height: '100%', margin: 0 }} aria-label={label}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has the name, and each desk its own */}
      <svg
        className={classes.map}
        style={{ position: 'absolute', inset: 0, cursor: 'inherit' }}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        data-far={scale * size < 30 ? true : undefined}
      >
        {/* Until the frame is measured, lines and letters would be as large as the floor. */}
        {width > 0 ? (
          <>
            <FloorBackground image={image} outlines={outlines} visible={view} scale={scale / 1.6} hasGrid={false} />
            <DeskLayer
              desks={desks}
              marks={drawnMarks(places, markOf, theme, colorScheme)}
              size={size}
              selectedId={undefined}
              tabStop={undefined}
              moving={undefined}
              canSelect={false}
            />
          </>
        ) : null}
      </svg>
    </figure>
  )
}
