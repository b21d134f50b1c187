import { t } from '@lingui/core/macro'
import { NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { SearchSelect } from '../../../components/search-select.tsx'
import { TIME_ZONES } from '../../../time/zoned-time.ts'
import { Panel } from '../shared/panel.tsx'
import { FAIRNESS_NAMES, type SettingsValues } from './settings-form.ts'

interface PartProps {
  readonly form: Pick<ReturnType<typeof useForm<SettingsValues>>, 'getInputProps'>
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <Stack>{children}</Stack>
  </Panel>
)

/** What the organization is called, and its time zone. */
export const Names = ({ form, mayName }: PartProps & { mayName: boolean }) => (
  <Part title={t`Organization`}>
    <TextInput
      label={t`Name of the organization`}
      description={
        mayName
          ? t`People may have to give it when they sign in.`
          : t`People may have to give it when they sign in, so global administrators change it.`
      }
      required
      maxLength={200}
      readOnly={!mayName}
      {...form.getInputProps('organizationName')}
    />
    <SearchSelect
      label={t`Time zone`}
      description={t`Applies where a building has no time zone of its own.`}
      required
      data={TIME_ZONES}
      limit={100}
      nothingFoundMessage={t`No such time zone`}
      {...form.getInputProps('timeZone')}
    />
  </Part>
)

/** How desks are given out. */
export const Booking = ({ form }: PartProps) => (
  <Part title={t`Desks`}>
    <Radio.Group
      label={t`When desks are short`}
      description={t`Decides who gets a desk first in the nightly planning.`}
      {...form.getInputProps('deskFairness')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="most-attended"
          label={FAIRNESS_NAMES['most-attended']}
          description={t`Prefers people who were in the building most often in the last 30 days.`}
        />
        <Radio
          value="equal-distribution"
          label={FAIRNESS_NAMES['equal-distribution']}
          description={t`Prefers people who had the fewest desks in the last 30 days and on earlier days of the horizon.`}
        />
      </Stack>
    </Radio.Group>
    <Switch
      label={t`Presence moves bookings`}
      description={t`When a user is seen at a free desk, their booking of the day moves there.`}
      {...form.getInputProps('presenceBasedBooking', { type: 'checkbox' })}
    />
    <Switch
      label={t`Assigned desks are released`}
      description={t`Others may book an assigned desk on days when its assignee does not come.`}
      {...form.getInputProps('autoRelease', { type: 'checkbox' })}
    />
  </Part>
)

/** What others learn about time off and small groups. */
export const Protection = ({ form }: PartProps) => (
  <Part title={t`Time off and privacy`}>
    <NumberInput
      label={t`Time off may be announced late (days)`}
      description={t`How many past days an announcement of time off, or its cancellation, still changes. 0: none.`}
      required
      min={0}
      max={60}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('timeOffBackdating')}
    />
    <Switch
      label={t`Types of time off are shown`}
      description={t`The log that keys and analysts read then says, for example, holiday or sick. Otherwise only the person and bookings administrators see the type.`}
      {...form.getInputProps('showTimeOffTypes', { type: 'checkbox' })}
    />
    <NumberInput
      label={t`Smallest group in analytics`}
      description={t`Figures about fewer people are withheld. 1 shows all figures.`}
      required
      min={1}
      max={100}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('minimumGroupSize')}
    />
  </Part>
)

/** Changes that are so large that they are probably a mistake. */
export const Limits = ({ form }: PartProps) => (
  <Part title={t`Protection from mistakes`}>
    <NumberInput
      label={t`Reject hierarchy changes larger than (%)`}
      description={t`The largest share of the stored group hierarchy that one submission may remove, move or deactivate. Empty: no limit.`}
      min={0}
      max={100}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('hierarchyGuardPercent')}
    />
    <NumberInput
      label={t`Reject imports larger than (%)`}
      description={t`The largest share of the stored users, groups and places that one import may deactivate or move; ten of a kind are always allowed. Empty: no limit.`}
      min={0}
      max={100}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('importGuardPercent')}
    />
  </Part>
)
