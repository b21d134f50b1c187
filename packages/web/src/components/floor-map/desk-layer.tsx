import { memo } from 'react'
import { DeskShape } from './desk-shape.tsx'
import type { DrawnMark } from './floor-marks.ts'
import { type Desk, inWords } from './floor-place.ts'
import type { Moving } from './use-desk-moving.ts'

interface Props {
  readonly desks: readonly Desk[]
  readonly marks: ReadonlyMap<string, DrawnMark>
  readonly size: number
  readonly selectedId: string | undefined
  readonly tabStop: string | undefined
  readonly moving: Moving | undefined
  readonly canSelect: boolean
}

/** All desks. Panning and zooming do not render them again. */
export const DeskLayer = memo(({ desks, marks, size, selectedId, tabStop, moving, canSelect }: Props) =>
  desks.map((desk) => {
    const { placeId, placeName } = desk.place
    const mark = marks.get(placeId)
    if (!mark) return null
    const isMoving = moving?.placeId === placeId
    const { x, y } = isMoving ? moving : desk
    return (
      <DeskShape
        key={placeId}
        placeId={placeId}
        name={shortName(placeName)}
        words={inWords(desk.place, mark)}
        x={x}
        y={y}
        size={size}
        fill={mark.fill}
        ink={mark.ink}
        symbol={mark.symbol}
        figure={mark.figure}
        isStarred={mark.isStarred === true}
        rotation={desk.place.rotation}
        isPlaced={desk.isPlaced}
        isSelected={selectedId === placeId}
        isMoving={isMoving}
        isTabStop={tabStop === placeId}
        canSelect={canSelect}
        isUnavailable={mark.isUnavailable === true}
      />
    )
  }),
)
DeskLayer.displayName = 'DeskLayer'

/** Only the end of a name such as `D-2N-014` differs between neighbors. */
const shortName = (name: string): string => (name.length <= 5 ? name : (name.split(/[\s\-_./]+/).at(-1) ?? name).slice(-5))
