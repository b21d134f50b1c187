import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput, Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { GroupPolicies, SetPolicy } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { addDays, fullDay, isDay, mondayOf, nameOfWeekday, todayIn } from '../../../time/days.ts'
import { ruleWords } from '../../../workplace/policy-words.ts'
import { FormModal } from '../shared/modals.tsx'
import { POLICY_KIND_NAMES } from './policy-kinds.ts'

const KINDS = Object.entries(POLICY_KIND_NAMES).map(([value, label]) => ({ value, label }))

interface Values {
  readonly kind: SetPolicy['kind']
  readonly days: number | string
  readonly weekdays: readonly string[]
  readonly validFrom: string
}

const isCount = (kind: SetPolicy['kind']) => kind === 'daysPerWeek' || kind === 'daysPerMonth'
const mostDays = (kind: SetPolicy['kind']) => (kind === 'daysPerWeek' ? 7 : 31)

const validate = {
  days: (value: number | string, { kind }: Values) => {
    const most = mostDays(kind)
    return !isCount(kind) || (Number(value) >= 1 && Number(value) <= most) ? null : t`Between 1 and ${most}.`
  },
  weekdays: (value: readonly string[], { kind }: Values) =>
    kind === 'weekdays' && value.length === 0 ? t`Choose at least one weekday.` : null,
  validFrom: (value: string) => (isDay(value) ? null : t`Choose a day.`),
}

const bodyOf = ({ kind, days, weekdays }: Values): SetPolicy => ({
  kind,
  ...(isCount(kind) ? { days: Number(days) } : {}),
  ...(kind === 'weekdays' ? { weekdays: weekdays.map(Number).sort() } : {}),
})

/** Sets what a group expects from a day on. */
export const PolicyModal = ({ group, onClose }: { group: GroupPolicies; onClose: () => void }) => {
  const now = group.inherited ? undefined : group.current
  const form = useForm<Values>({
    initialValues: {
      kind: now?.kind ?? 'daysPerWeek',
      days: now?.days ?? 3,
      weekdays: now?.weekdays?.map(String) ?? [],
      validFrom: addDays(mondayOf(todayIn()), 7),
    },
    validate,
  })
  const { kind } = form.values
  const save = async (values: Values) => {
    const { groupId, groupName } = group
    const saved = await call('setPolicy', { params: { groupId, day: values.validFrom }, body: bodyOf(values) })
    await invalidate('listPolicies', 'getPolicyFigures', 'listUserPolicyWeeks')
    const [rule, date] = [ruleWords(saved), fullDay(saved.validFrom)]
    notifyDone(t`${groupName}: ${rule} from ${date}.`)
  }
  return (
    <FormModal
      title={t`Policy of ${group.groupName}`}
      form={form}
      draft={`policy ${group.groupId}`}
      save={save}
      submitLabel={t`Set the policy`}
      onClose={onClose}
    >
      <Select label={t`What it requires`} data={KINDS} allowDeselect={false} {...form.getInputProps('kind')} />
      {isCount(kind) ? (
        <NumberInput
          label={t`Days`}
          required
          min={1}
          max={mostDays(kind)}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('days')}
        />
      ) : null}
      {kind === 'weekdays' ? (
        <Checkbox.Group label={t`Weekdays`} required {...form.getInputProps('weekdays')}>
          <Group mt={6}>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <Checkbox key={weekday} value={String(weekday)} label={nameOfWeekday(weekday)} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : null}
      <DayField
        label={t({ message: 'From', context: 'a day' })}
        description={t`Weeks and months that begin on this day or later.`}
        required
        {...form.getInputProps('validFrom')}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          It also holds for groups below that have no policy of their own. If the day is in the past, published weeks since then
          are judged again by the next refresh.
        </Trans>
      </Text>
    </FormModal>
  )
}
