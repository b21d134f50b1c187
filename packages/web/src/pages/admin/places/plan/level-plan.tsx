import type { Level, Place } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../../../components/query-state.tsx'
import { allItems } from '../kinds/all-items.ts'
import { PlanEditor } from './plan-editor.tsx'

/** The floor plan of a level with its desks in use. */
export const LevelPlan = ({ level, canChange }: { level: Level; canChange: boolean }) => {
  const query = useQuery(allItems('listPlaces', { levelId: level.levelId }))
  return (
    <QueryState query={query} height={640}>
      {(items) => {
        const places = (items as readonly Place[]).filter(({ status }) => status === 'active')
        return <PlanEditor key={level.levelId} level={level} places={places} canChange={canChange} />
      }}
    </QueryState>
  )
}
