import { memo } from 'react'
import classes from './floor-map.module.css'
import type { Desk, FloorImage, Point } from './floor-place.ts'
import type { ViewBox } from './view-box.ts'
import type { ZoneOutline } from './zone-outline.ts'

interface Props {
  readonly image: FloorImage | undefined
  readonly outlines: readonly ZoneOutline[]
  /** The part of the floor that the frame shows; it is larger than the view if their shapes differ. */
  readonly visible: ViewBox
  /** Pixels per meter. */
  readonly scale: number
  readonly hasGrid: boolean
}

/** Meters between lines. */
const GRID = 5
const NAME_PIXELS = 13

/** The background of the desks: the plan image, grid lines, and the zones with their names. */
export const FloorBackground = ({ image, outlines, visible, scale, hasGrid }: Props) => (
  <g>
    {image ? (
      <image
        className={classes.plan}
        href={image.url}
        x={0}
        y={0}
        width={image.width}
        height={image.height}
        preserveAspectRatio="none"
      />
    ) : null}
    {hasGrid ? <Grid visible={visible} scale={scale} /> : null}
    <Zones outlines={outlines} scale={scale} />
  </g>
)

const Zones = memo(({ outlines, scale }: Pick<Props, 'outlines' | 'scale'>) => {
  const fontSize = NAME_PIXELS / scale
  return outlines.map(({ zoneId, zoneName, corners, top }) => (
    <g key={zoneId}>
      <polygon className={classes.zone} points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} strokeWidth={1.25 / scale} />
      <text className={classes.zoneName} x={top.x} y={top.y - fontSize * 0.45} fontSize={fontSize} strokeWidth={fontSize / 4}>
        {zoneName}
      </text>
    </g>
  ))
})
Zones.displayName = 'Zones'

const Grid = ({ visible: { x, y, width, height }, scale }: Pick<Props, 'visible' | 'scale'>) => {
  const lines = (from: number, length: number) =>
    Array.from({ length: Math.min(Math.ceil(length / GRID) + 1, 200) }, (_, index) => (Math.floor(from / GRID) + index) * GRID)
  return (
    <g className={classes.grid} strokeWidth={1 / scale}>
      {lines(x, width).map((at) => (
        <line key={at} x1={at} x2={at} y1={y} y2={y + height} />
      ))}
      {lines(y, height).map((at) => (
        <line key={at} x1={x} x2={x + width} y1={at} y2={at} />
      ))}
    </g>
  )
}

/** Lines through a moved desk and the desks that it is aligned with. */
export const Guides = ({
  at,
  desks,
  visible,
  scale,
}: { at: Point; desks: readonly Desk[] } & Pick<Props, 'visible' | 'scale'>) => {
  const isAcross = desks.some(({ x, y }) => y === at.y && x !== at.x)
  const isDown = desks.some(({ x, y }) => x === at.x && y !== at.y)
  return (
    <g className={classes.guide} strokeWidth={1.5 / scale}>
      {isAcross ? <line x1={visible.x} x2={visible.x + visible.width} y1={at.y} y2={at.y} /> : null}
      {isDown ? <line x1={at.x} x2={at.x} y1={visible.y} y2={visible.y + visible.height} /> : null}
    </g>
  )
}
