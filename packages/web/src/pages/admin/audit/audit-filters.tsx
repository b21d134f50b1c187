import { t } from '@lingui/core/macro'
import { Group, Select, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PeriodFields } from '../../../components/period-fields.tsx'
import { present } from '../../../shell/search.ts'
import { ACTIONS, ACTORS } from './audit-entries.ts'
import type { AuditView } from './audit-view.ts'

const route = getRouteApi('/shell/admin/audit')

/** The filters of the list, which are stored in the address of the page. */
export const AuditFilters = ({ view }: { view: AuditView }) => {
  const navigate = route.useNavigate()
  const change = (changes: { [K in keyof AuditView]?: AuditView[K] | undefined }) =>
    void navigate({ search: (before) => present({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <Group gap="xs" align="flex-start">
      <Select
        label={t`Action`}
        placeholder={t`All`}
        w={220}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`All actions` }}
        data={ACTIONS}
        value={view.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
      />
      <Select
        label={t`Who`}
        placeholder={t`All`}
        w={170}
        clearable
        clearButtonProps={{ 'aria-label': t`All who act` }}
        data={Object.entries(ACTORS).map(([value, label]) => ({ value, label }))}
        value={view.actor ?? null}
        onChange={(actor) => change({ actor: (actor ?? undefined) as AuditView['actor'] })}
      />
      <TextInput
        label={t`Id of who`}
        placeholder={t`User or key`}
        w={190}
        value={view.actorId ?? ''}
        onChange={({ currentTarget }) => change({ actorId: currentTarget.value.trim() || undefined })}
      />
      <TextInput
        label={t`Id of the entity`}
        placeholder={t`Any`}
        w={190}
        value={view.entityId ?? ''}
        onChange={({ currentTarget }) => change({ entityId: currentTarget.value.trim() || undefined })}
      />
      <PeriodFields from={view.from} to={view.to} onChange={change} />
    </Group>
  )
}
