import { Select, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allItems } from './kinds/all-items.ts'
import { DESK, SPACE, ZONE } from './kinds/kinds.ts'
import { EntitySection } from './list/entity-section.tsx'
import { filtered } from './list/filtered.ts'
import { type LevelView, type ListView, readLevelView } from './places-view.ts'

interface Props {
  readonly levelId: string
  readonly view: LevelView
  readonly onView: (view: LevelView) => void
  readonly canChange: boolean
}

/** What stands on a level, as lists. */
export const LevelTabs = ({ levelId, view, onView, canChange }: Props) => {
  const zones = useQuery(allItems('listZones', { levelId })).data ?? []
  const zoneChoices = filtered(ZONE, zones, {}).map(({ zoneId, zoneName }) => ({
    value: String(zoneId),
    label: String(zoneName),
  }))
  const list = {
    query: { levelId },
    view,
    // The tab and the zone stay, what is empty goes.
    onView: (next: ListView) => onView(readLevelView({ tab: view.tab, zone: view.zone, ...next })),
    canChange,
    canBeMany: true,
  }
  return (
    <>
      <Tabs.Panel value="zones">
        <EntitySection kind={ZONE} {...list} parent={{ levelId }} />
      </Tabs.Panel>
      <Tabs.Panel value="desks">
        <EntitySection
          kind={DESK}
          {...list}
          choices={{ zoneId: zoneChoices }}
          keeps={({ zoneId }) => view.zone === undefined || zoneId === view.zone}
          filters={
            <Select
              label="Zone"
              placeholder="All zones"
              data={zoneChoices}
              clearable
              clearButtonProps={{ 'aria-label': 'All zones', tabIndex: 0 }}
              value={view.zone ?? null}
              onChange={(zone) => onView(readLevelView({ ...view, zone }))}
              maw={220}
            />
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="spaces">
        <EntitySection kind={SPACE} {...list} parent={{ levelId }} />
      </Tabs.Panel>
    </>
  )
}
