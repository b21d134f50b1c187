import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { PeopleBy, PeopleOutcome } from '@rollcall/contract'
import { useNavigate } from '@tanstack/react-router'
import { FindField } from '../../../components/table/find-field.tsx'
import { IN_PLACE } from '../scope/pickers.tsx'
import { useScope } from '../scope/use-scope.ts'
import { mayCount, type PeopleView } from './people-view.ts'

const STATUS_CHOICES = [
  { value: 'all', label: t`Everyone` },
  { value: 'active', label: t`Active` },
  { value: 'inactive', label: t`Inactive` },
]

/** Those with such a day in the period. */
const OUTCOME_CHOICES: readonly { readonly value: PeopleOutcome | 'all'; readonly label: string }[] = [
  { value: 'all', label: t`Everyone` },
  { value: 'plannedOrSeen', label: t`Planned or seen` },
  { value: 'planned', label: t`Planned` },
  { value: 'seen', label: t`Seen` },
  { value: 'noShow', label: t`No-show` },
]
/** Those that only the rows of attendance tell. */
const ROW_CHOICES: typeof OUTCOME_CHOICES = [
  { value: 'confirmed', label: t`Confirmed` },
  { value: 'unconfirmed', label: t`Unconfirmed` },
  { value: 'walkIn', label: t`Walk-in` },
]

const BY_CHOICES: readonly { readonly value: PeopleBy; readonly label: string }[] = [
  { value: 'primary', label: t`Who belongs there` },
  { value: 'attendance', label: t`Who came or was expected` },
]

const CHOICE = { allowDeselect: false, comboboxProps: IN_PLACE, checkIconPosition: 'right' } as const

/** Limits the list of people by name, by what they had on a day, and by status, and says what buildings and groups mean. */
export const PeopleFilters = ({ search, status, outcome, by }: PeopleView) => {
  const [scope] = useScope()
  const navigate = useNavigate({ from: '/analytics/people' })
  const change = (changes: { [Name in keyof PeopleView]?: string | undefined }) =>
    void navigate({ search: (before: object) => ({ ...before, ...changes }) as never, replace: true, resetScroll: false })
  const changeSearch = useDebouncedCallback((name: string) => change({ search: name.trim() || undefined }), 300)
  return (
    <Group gap="sm" mb="md" align="flex-start">
      <FindField label={t`Name begins with`} find={search ?? ''} onFind={changeSearch} />
      <Select
        label={t`Attendance`}
        w={190}
        {...CHOICE}
        data={by === 'attendance' ? [...OUTCOME_CHOICES, ...ROW_CHOICES] : OUTCOME_CHOICES}
        value={outcome ?? 'all'}
        onChange={(value) => change({ outcome: value === 'all' ? undefined : (value ?? undefined) })}
      />
      {(scope.locations || scope.groups || by) && mayCount(scope) ? (
        <Select
          label={t`People listed`}
          w={240}
          {...CHOICE}
          data={BY_CHOICES}
          value={by ?? 'primary'}
          onChange={(value) => change({ by: value === 'attendance' ? value : undefined })}
        />
      ) : null}
      <Select
        label={t`Status`}
        w={160}
        {...CHOICE}
        data={STATUS_CHOICES}
        value={status ?? 'all'}
        onChange={(value) => change({ status: value === 'all' ? undefined : (value ?? undefined) })}
      />
    </Group>
  )
}
