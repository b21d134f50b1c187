import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Select, Tabs } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { hasAll } from '../../../components/amenities.ts'
import { AmenityFilter } from '../../../components/amenity-filter.tsx'
import { clearButton } from '../../../components/clear-button.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageTabs } from '../../../components/page-tabs.tsx'
import { QueryState } from '../../../components/states.tsx'
import { LIST_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { allItems } from './kinds/all-items.ts'
import type { Item } from './kinds/kind.ts'
import { DESK, LEVEL, SPACE, ZONE } from './kinds/kinds.ts'
import { DeskActions } from './list/desk-actions.tsx'
import { DeskHistory } from './list/desk-history.tsx'
import { EntitySection } from './list/entity-section.tsx'
import { filtered } from './list/filtered.ts'
import { type LevelView, type ListView, readLevelView } from './list/places-view.ts'
import { NodeHeader } from './node-header.tsx'
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
          <PageTabs
            tabs={{ plan: t`Floor plan`, zones: t`Zones`, desks: t`Desks`, spaces: t`Spaces` }}
            value={tab}
            onChange={(next) => show({ tab: next }, false)}
          >
            <Tabs.Panel value="plan">
              <LevelPlan level={level} canChange={canChange} />
            </Tabs.Panel>
            <LevelTabs locationId={locationId} levelId={levelId} view={view} onView={show} canChange={canChange} />
          </PageTabs>
        </>
      )}
    </QueryState>
  )
}

/** The name of a zone; where desks are booked, with the way to the sheet of their QR codes. */
const zoneWithCodes = ({ zoneId, zoneType }: Item, name: string) =>
  zoneType === 'individual' ? (
    <Group gap="sm" wrap="nowrap">
      {name}
      <AnchorLink to="/admin/zones/$zoneId/codes" params={{ zoneId: String(zoneId) }} size="sm" aria-label={t`QR codes: ${name}`}>
        <Trans>QR codes</Trans>
      </AnchorLink>
    </Group>
  ) : (
    name
  )

interface Props {
  readonly locationId: string
  readonly levelId: string
  readonly view: LevelView
  readonly onView: (view: LevelView) => void
  readonly canChange: boolean
}

/** The zones, desks and spaces of a level as lists. */
const LevelTabs = ({ locationId, levelId, view, onView, canChange }: Props) => {
  const kept = useKeptSearch(LIST_SEARCH)
  // A desk may move to a zone on another level.
  const zones = filtered(ZONE, useQuery(allItems('listZones', { locationId })).data ?? [], {})
  const isHere = ({ levelId: other }: Item) => other === levelId
  const choices = [...zones.filter(isHere), ...zones.filter((zone) => !isHere(zone))].map((zone) => ({
    value: String(zone.zoneId),
    label: isHere(zone) ? String(zone.zoneName) : `${zone.zoneName}, ${zone.levelName}`,
  }))
  const zoneChoices = choices.slice(0, zones.filter(isHere).length)
  const list = {
    query: { levelId },
    view,
    // Keeps the tab and the zone, and removes empty values.
    onView: (next: ListView) => onView({ ...kept, ...readLevelView({ tab: view.tab, zone: view.zone, has: view.has, ...next }) }),
    canChange,
    canBeMany: true,
  }
  return (
    <>
      <Tabs.Panel value="zones">
        <EntitySection kind={ZONE} {...list} parent={{ levelId }} linkOf={canChange ? zoneWithCodes : undefined} />
      </Tabs.Panel>
      <Tabs.Panel value="desks">
        <EntitySection
          kind={DESK}
          {...list}
          choices={{ zoneId: choices }}
          linkOf={({ placeId }, name) => <DeskHistory placeId={String(placeId)} name={name} />}
          {...(canChange
            ? {
                onChosen: (chosen: readonly Item[], clear: () => void) => (
                  <DeskActions chosen={chosen} zones={choices} onClear={clear} />
                ),
              }
            : {})}
          keeps={(desk) => (view.zone === undefined || desk.zoneId === view.zone) && hasAll(desk as never, view.has ?? [])}
          filters={
            <>
              <Select
                label={t`Zone`}
                placeholder={t`All zones`}
                data={zoneChoices}
                clearable
                clearButtonProps={clearButton(t`All zones`)}
                value={view.zone ?? null}
                onChange={(zone) => onView({ ...kept, ...readLevelView({ ...view, zone }) })}
                maw={220}
              />
              <AmenityFilter
                canBeNothing
                wanted={view.has ?? []}
                onChange={(has) => onView({ ...kept, ...readLevelView({ ...view, has }) })}
              />
            </>
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="spaces">
        <EntitySection kind={SPACE} {...list} parent={{ levelId }} />
      </Tabs.Panel>
    </>
  )
}
