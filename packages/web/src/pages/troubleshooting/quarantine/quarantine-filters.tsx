import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allPages } from '../../../api/query.ts'
import { PeriodFields } from '../../../components/period-fields.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { present } from '../../../shell/search.ts'
import type { QuarantineView } from './quarantine-view.ts'
import { KINDS, reasonOptions } from './quarantine-words.ts'

const route = getRouteApi('/shell/quarantine')

const optionsOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** The filters of the list, which are stored in the address of the page. */
export const QuarantineFilters = ({ view }: { view: QuarantineView }) => {
  const navigate = route.useNavigate()
  const { data: sources } = useQuery(allPages('listSources', { query: {} }))
  const names = new Set([...(sources?.items ?? []).map(({ sourceId }) => sourceId), ...(view.source ? [view.source] : [])])
  const change = (changes: { [K in keyof QuarantineView]?: QuarantineView[K] | undefined }) =>
    void navigate({ search: (before) => present({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <Group gap="xs" align="flex-start">
      <Select
        label={t`Kind`}
        placeholder={t`All`}
        w={150}
        clearable
        clearButtonProps={{ 'aria-label': t`All kinds` }}
        data={optionsOf(KINDS)}
        value={view.kind ?? null}
        onChange={(kind) => change({ kind: (kind ?? undefined) as QuarantineView['kind'] })}
      />
      <Select
        label={t`Reason`}
        placeholder={t`All`}
        w={180}
        clearable
        clearButtonProps={{ 'aria-label': t`All reasons` }}
        data={reasonOptions()}
        value={view.code ?? null}
        onChange={(code) => change({ code: (code ?? undefined) as QuarantineView['code'] })}
      />
      <SearchSelect
        label={t`Source`}
        placeholder={t({ message: 'All', context: 'sources' })}
        w={200}
        clearable
        clearButtonProps={{ 'aria-label': t`All sources` }}
        data={[...names].sort()}
        value={view.source ?? null}
        onChange={(source) => change({ source: source ?? undefined })}
      />
      <PeriodFields fromLabel={t`Refused from`} from={view.from} to={view.to} onChange={change} />
    </Group>
  )
}
