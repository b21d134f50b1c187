import { Group } from '@mantine/core'
import { GroupPicker } from './group-picker.tsx'
import { LocationPicker } from './location-picker.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { idsOf, listOf } from './scope.ts'
import { useScope } from './use-scope.ts'

/** Chooses what the figures of a page are about. */
export const ScopeBar = ({ withNone = false }: { withNone?: boolean }) => {
  const [scope, change] = useScope()
  return (
    <Group component="search" aria-label="Scope" gap="sm" align="flex-start" mb="xs" wrap="wrap">
      <PeriodPicker period={scope} onChange={change} />
      <LocationPicker value={idsOf(scope.locations)} onChange={(ids) => change({ locations: listOf(ids) })} withNone={withNone} />
      <GroupPicker value={idsOf(scope.groups)} onChange={(ids) => change({ groups: listOf(ids) })} />
    </Group>
  )
}
