import { t } from '@lingui/core/macro'
import type { Level, LevelLayout } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../api/query.ts'
import { FloorMap, useFloorImage } from '../../../../components/floor-map/floor-map.tsx'
import { QueryState } from '../../../../components/states.tsx'
import { isUnplaced, PLACED, UNPLACED } from './desk-marks.ts'
import { PlanEditor } from './plan-editor.tsx'

const planLabel = ({ levelName }: Level): string => t`Floor plan of ${levelName}`

/** The floor plan of a level with its zones and active desks: everyone sees it, users with the role can draw on it. */
export const LevelPlan = ({ level, canChange }: { level: Level; canChange: boolean }) => {
  const query = useQuery(apiQuery('getLevelLayout', { params: { levelId: level.levelId } }))
  return (
    <QueryState query={query} height={640}>
      {(layout) =>
        canChange ? (
          <PlanEditor key={level.levelId} level={level} layout={layout} label={planLabel(level)} />
        ) : (
          <ShownPlan level={level} layout={layout} />
        )
      }
    </QueryState>
  )
}

const ShownPlan = ({ level, layout }: { level: Level; layout: LevelLayout }) => (
  <FloorMap
    levelId={level.levelId}
    places={layout.desks}
    markOf={(desk) => (isUnplaced(desk) ? UNPLACED : PLACED)}
    image={useFloorImage(level)}
    layout={layout}
    label={planLabel(level)}
    height={600}
  />
)
