import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PeriodFields } from '../../../components/period-fields.tsx'
import { present } from '../../../shell/search.ts'
import { ACTIONS, ACTORS } from './audit-entries.ts'
import type { AuditView } from './audit-view.ts'
import { IdSelect } from './id-select.tsx'

const route = getRouteApi('/shell/admin/audit')

interface Props {
  readonly view: AuditView
  /** The names that belong to the ids in the address, as far as the entries tell. */
  readonly names: { readonly actor: string | undefined; readonly entity: string | undefined }
}

/** The filters of the list, which are stored in the address of the page. */
export const AuditFilters = ({ view, names }: Props) => {
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
      <IdSelect
        label={t`Person or key`}
        placeholder={t`Name`}
        clearLabel={t`Any person or key`}
        value={view.actorId}
        name={names.actor}
        onChange={(actorId) => change({ actorId })}
      />
      <IdSelect
        label={t`Done to`}
        placeholder={t`Name, or any id`}
        clearLabel={t`Done to anything`}
        value={view.entityId}
        name={names.entity}
        onChange={(entityId) => change({ entityId })}
      />
      <PeriodFields from={view.from} to={view.to} onChange={change} />
    </Group>
  )
}
