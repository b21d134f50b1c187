import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { FoldedFields } from './folded-fields.tsx'
import { GroupPicker, IN_PLACE, LocationPicker } from './pickers.tsx'
import { idsOf, listOf, MAX_DAYS, PRESET_NAMES, type Preset, type Scope, type ScopeAddress } from './scope.ts'
import { useCaption, useScope } from './use-scope.ts'
import '@mantine/dates/styles.css'
import { DatePickerInput } from '@mantine/dates'
import { useId, useState } from 'react'
import { CALENDAR_LABELS } from '../../../components/calendar-labels.ts'
import { dayRange, daysBetween } from '../../../time/days.ts'

/** Chooses the scope of the figures of a page. */
export const ScopeBar = ({ withNone = false }: { withNone?: boolean }) => {
  const [scope, change] = useScope()
  const [locations, groups] = [idsOf(scope.locations), idsOf(scope.groups)]
  const caption = useCaption()
  return (
    <FoldedFields mb="xs" chosen={caption.text}>
      <PeriodPicker period={scope} onChange={change} />
      <LocationPicker value={locations} onChange={(ids) => change({ locations: listOf(ids) })} withNone={withNone} />
      <GroupPicker value={groups} onChange={(ids) => change({ groups: listOf(ids) })} />
    </FoldedFields>
  )
}

const CUSTOM = 'custom'
const OPTIONS = [
  ...Object.entries(PRESET_NAMES).map(([value, label]) => ({ value, label })),
  { value: CUSTOM, label: t`Custom range` },
]

type Range = [string | null, string | null]

interface Props {
  readonly period: Pick<Scope, 'period' | 'from' | 'to'>
  readonly onChange: (period: Pick<ScopeAddress, 'period' | 'from' | 'to'>) => void
}

/** A period by name, or any range of days. */
const PeriodPicker = ({ period, onChange }: Props) => {
  // A range stays local to this component until both days are chosen.
  const [draft, setDraft] = useState<Range>()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isTooLong = draft?.[0] && draft[1] ? daysBetween(draft[0], draft[1]) >= MAX_DAYS : false
  /** What is not chosen to its end is forgotten: the figures are still those of the period. */
  const close = () => {
    setDraft(undefined)
    setOpen(false)
  }
  const choose = (range: Range) => {
    const [from, to] = range
    if (!from) return setDraft(undefined)
    if (!to || daysBetween(from, to) >= MAX_DAYS) return setDraft(range)
    close()
    onChange({ period: undefined, from, to })
  }
  return (
    <Group gap="sm" align="flex-start" wrap="wrap">
      <Select
        label={t`Period`}
        data={OPTIONS}
        value={period.period ?? CUSTOM}
        allowDeselect={false}
        comboboxProps={IN_PLACE}
        checkIconPosition="right"
        w={190}
        onChange={(value) =>
          value === CUSTOM ? setOpen(true) : onChange({ period: value as Preset, from: undefined, to: undefined })
        }
      />
      <DatePickerInput
        type="range"
        // The calendar takes its name from the element that opens it.
        id={id}
        label={t`Days`}
        valueFormatter={() => (draft ? t`Choose the last day` : dayRange(period.from, period.to))}
        w={230}
        value={draft ?? [period.from, period.to]}
        onChange={choose}
        error={isTooLong ? t`At most ${MAX_DAYS} days.` : undefined}
        allowSingleDateInRange
        closeOnChange={false}
        popoverProps={{ ...IN_PLACE, id, opened: isOpen, onChange: (next) => (next ? setOpen(true) : close()), onDismiss: close }}
        onClick={() => setOpen(true)}
        firstDayOfWeek={1}
        // The default colors are too pale to read.
        weekendDays={[]}
        hideOutsideDates
        ariaLabels={CALENDAR_LABELS}
      />
    </Group>
  )
}
