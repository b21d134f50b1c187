import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { DayOutcome } from '@rollcall/contract'
import { useNavigate } from '@tanstack/react-router'
import { FindField } from '../../../components/table/find-field.tsx'
import { IN_PLACE } from '../scope/pickers.tsx'
import type { PeopleView } from './people-view.ts'

const STATUS_CHOICES = [
  { value: 'all', label: t`Everyone` },
  { value: 'active', label: t`Active` },
  { value: 'inactive', label: t`Inactive` },
]

/** Those with such a day in the period. */
const OUTCOME_CHOICES: readonly { readonly value: DayOutcome | 'all'; readonly label: string }[] = [
  { value: 'all', label: t`Everyone` },
  { value: 'plannedOrSeen', label: t`Planned or seen` },
  { value: 'planned', label: t`Planned` },
  { value: 'seen', label: t`Seen` },
  { value: 'noShow', label: t`No-show` },
]

const CHOICE = { allowDeselect: false, comboboxProps: IN_PLACE, checkIconPosition: 'right' } as const

/** Limits the list of people by name, by what they had on a day, and by status. */
export const PeopleFilters = ({ search, status, outcome }: PeopleView) => {
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
        data={OUTCOME_CHOICES}
        value={outcome ?? 'all'}
        onChange={(value) => change({ outcome: value === 'all' ? undefined : (value ?? undefined) })}
      />
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
