import { Tabs } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { LEVEL } from './kinds/kinds.ts'
import { LevelTabs } from './level-tabs.tsx'
import { NodeHeader } from './node-header.tsx'
import type { LevelTab, LevelView } from './places-view.ts'
import { LevelPlan } from './plan/level-plan.tsx'

const FROM = '/shell/admin/places/$locationId/levels/$levelId'

/** One level: its floor plan, zones, desks and spaces. */
export const LevelPage = () => {
  const { locationId, levelId } = useParams({ from: FROM })
  const view = useSearch({ from: FROM })
  const navigate = useNavigate()
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const query = useQuery(apiQuery('getLevel', { params: { levelId } }))
  const show = (search: LevelView, replace = true) =>
    void navigate({ to: '/admin/places/$locationId/levels/$levelId', params: { locationId, levelId }, search, replace })
  const { tab = 'plan' } = view
  return (
    <QueryState query={query} height={480}>
      {(level) => (
        <>
          <NodeHeader
            kind={LEVEL}
            item={level}
            canChange={canChange}
            above={[
              <AnchorLink key="building" to="/admin/places/$locationId" params={{ locationId }} inherit>
                {level.locationName}
              </AnchorLink>,
            ]}
          />
          <Tabs value={tab} onChange={(next) => show({ tab: next as LevelTab }, false)} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="plan">Floor plan</Tabs.Tab>
              <Tabs.Tab value="zones">Zones</Tabs.Tab>
              <Tabs.Tab value="desks">Desks</Tabs.Tab>
              <Tabs.Tab value="spaces">Spaces</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="plan">
              <LevelPlan level={level} canChange={canChange} />
            </Tabs.Panel>
            <LevelTabs levelId={levelId} view={view} onView={show} canChange={canChange} />
          </Tabs>
        </>
      )}
    </QueryState>
  )
}
