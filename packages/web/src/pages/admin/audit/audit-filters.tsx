import { t } from '@lingui/core/macro'
import { Button, type ComboboxItem, Group, type OptionsFilter, Select, Stack, Text } from '@mantine/core'
import { searchText } from '@rollcall/contract'
import { getRouteApi } from '@tanstack/react-router'
import { PeriodFields } from '../../../components/period-fields.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { present } from '../../../shell/search.ts'
import { addDays, todayIn } from '../../../time/days.ts'
import { readerZone } from '../../../time/zoned-time.ts'
import { actionWord } from './action-words.ts'
import { ACTIONS, ACTORS } from './audit-entries.ts'
import type { AuditView } from './audit-view.ts'
import { IdSelect } from './id-select.tsx'

const route = getRouteApi('/shell/admin/audit')

const ACTION_CHOICES: readonly ComboboxItem[] = ACTIONS.map((action) => ({ value: action, label: actionWord(action) }))

/** Finds actions by their words and by their code. */
const findActions: OptionsFilter = ({ options, search }) => {
  const wanted = searchText(search.trim())
  return options.filter((option) => 'value' in option && searchText(`${option.label} ${option.value}`).includes(wanted))
}

/** From and until how many days before today. */
const PERIODS: readonly (readonly [first: number, last: number, label: string])[] = [
  [0, 0, t`Today`],
  [1, 1, t`Yesterday`],
  [6, 0, t`Last 7 days`],
  [29, 0, t`Last 30 days`],
]

interface PeriodsProps {
  readonly view: AuditView
  readonly onChoose: (period: { readonly from: string; readonly to: string }) => void
}

/** Recent periods, in the reader's time zone, as the days of the filter. */
const Periods = ({ view, onChoose }: PeriodsProps) => {
  const today = todayIn(readerZone())
  return (
    <Group gap={6} role="group" aria-label={t`Periods`}>
      {PERIODS.map(([first, last, label]) => {
        const [from, to] = [addDays(today, -first), addDays(today, -last)]
        const isChosen = view.from === from && view.to === to
        return (
          <Button
            key={label}
            size="compact-sm"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            fw={500}
            onClick={() => onChoose({ from, to })}
          >
            {label}
          </Button>
        )
      })}
    </Group>
  )
}

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
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <SearchSelect
          label={t`Action`}
          placeholder={t`All`}
          w={320}
          clearable
          clearButtonProps={{ 'aria-label': t`All actions` }}
          data={ACTION_CHOICES}
          filter={findActions}
          renderOption={({ option }) => (
            <div>
              {option.label}
              <Text size="xs" c="dimmed" ff="monospace">
                {option.value}
              </Text>
            </div>
          )}
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
      <Periods view={view} onChoose={change} />
    </Stack>
  )
}
