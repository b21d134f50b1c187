import { NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { Panel } from '../shared/panel.tsx'
import type { SettingsValues } from './settings-form.ts'

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

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
  <Part title="Organization">
    <TextInput
      label="Name of the organization"
      description={
        mayName
          ? 'People may have to give it when they sign in.'
          : 'People may have to give it when they sign in, so global administrators change it.'
      }
      required
      maxLength={200}
      readOnly={!mayName}
      {...form.getInputProps('organizationName')}
    />
    <Select
      label="Time zone"
      description="Applies where a building has no time zone of its own."
      required
      data={TIME_ZONES}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such time zone"
      {...form.getInputProps('timeZone')}
    />
  </Part>
)

/** How desks are given out. */
export const Booking = ({ form }: PartProps) => (
  <Part title="Desks">
    <Radio.Group
      label="When desks are short"
      description="Decides who gets a desk first in the nightly planning."
      {...form.getInputProps('deskFairness')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="most-attended"
          label="People who come most often"
          description="Prefers people who were in the building most often in the last 30 days."
        />
        <Radio
          value="equal-distribution"
          label="Everyone in turn"
          description="Prefers people who had the fewest desks in the last 30 days and on earlier days of the horizon."
        />
      </Stack>
    </Radio.Group>
    <Switch
      label="Presence moves bookings"
      description="When a user is seen at a free desk, their booking of the day moves there."
      {...form.getInputProps('presenceBasedBooking', { type: 'checkbox' })}
    />
    <Switch
      label="Assigned desks are released"
      description="Others may book an assigned desk on days when its assignee does not come."
      {...form.getInputProps('autoRelease', { type: 'checkbox' })}
    />
  </Part>
)

/** What others learn about time off and small groups. */
export const Protection = ({ form }: PartProps) => (
  <Part title="Time off and privacy">
    <NumberInput
      label="Time off may be announced late (days)"
      description="How many past days an announcement of time off, or its cancellation, still changes. 0: none."
      required
      min={0}
      max={60}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('timeOffBackdating')}
    />
    <Switch
      label="Types of time off are shown"
      description="The log that keys and analysts read then says, for example, holiday or sick. Otherwise only the person and bookings administrators see the type."
      {...form.getInputProps('showTimeOffTypes', { type: 'checkbox' })}
    />
    <NumberInput
      label="Smallest group in analytics"
      description="Figures about fewer people are withheld. 1 shows all figures."
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
  <Part title="Protection from mistakes">
    <NumberInput
      label="Reject hierarchy changes larger than (%)"
      description="The largest share of the stored group hierarchy that one submission may remove, move or deactivate. Empty: no limit."
      min={0}
      max={100}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('hierarchyGuardPercent')}
    />
    <NumberInput
      label="Reject imports larger than (%)"
      description="The largest share of the stored users, groups and places that one import may deactivate or move; ten of a kind are always allowed. Empty: no limit."
      min={0}
      max={100}
      allowDecimal={false}
      clampBehavior="none"
      {...form.getInputProps('importGuardPercent')}
    />
  </Part>
)
