import { Alert, Button, Group, NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { GLOBAL_ADMINISTRATORS, type Settings, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../../api/query.ts'
import { hasRole, sessionQuery, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ErrorState, QueryState } from '../../../components/states.tsx'
import { LeaveGuard } from '../../../components/unsaved.tsx'
import { fieldErrors } from '../shared/form-values.ts'
import { changedSettings, SETTINGS_RULES, type SettingsValues, valuesOf } from './settings-form.ts'

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
const CODES = { name_taken: 'organizationName' }

/** Settings of the organization. Users with the role can change them. */
export const OrganizationSettings = () => {
  const settings = useQuery(apiQuery('getSettings'))
  return (
    <QueryState query={settings} height={720}>
      {(stored) => <SettingsForm stored={stored} />}
    </QueryState>
  )
}

const SettingsForm = ({ stored }: { stored: Settings }) => {
  const session = useSession()
  const canChange = hasRole(session, WORKPLACE_ADMINISTRATORS)
  const form = useForm<SettingsValues>({ initialValues: valuesOf(stored), validate: SETTINGS_RULES })
  const errorsByField = (error: unknown) => fieldErrors(error, Object.keys(form.getValues()), CODES)
  const saving = useAction({
    mutationFn: (values: SettingsValues) => call('updateSettings', { body: changedSettings(values, stored) }),
    onSuccess: async (next) => {
      form.setInitialValues(valuesOf(next))
      form.setValues(valuesOf(next))
      await invalidate('getSettings')
      // The name is at the top of each page.
      if (next.organizationName !== stored.organizationName) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      }
      notifyDone('The settings are saved.')
    },
    onError: (error) => form.setErrors(errorsByField(error)),
  })
  const isDirty = Object.keys(changedSettings(form.values, stored)).length > 0
  const isAtField = saving.error ? Object.keys(errorsByField(saving.error)).length > 0 : false
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate aria-label="Settings of the organization">
      <LeaveGuard isDirty={isDirty && !saving.isPending} />
      <Stack maw={640} gap="lg">
        {canChange ? null : (
          <Alert color="gray" variant="outline" title="You can only view these settings">
            Workplace administrators and global administrators can change them.
          </Alert>
        )}
        {saving.error && !isAtField ? <ErrorState error={saving.error} /> : null}
        <fieldset disabled={!canChange} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Stack gap="lg">
            <Names form={form} mayName={hasRole(session, GLOBAL_ADMINISTRATORS)} />
            <Booking form={form} />
            <Protection form={form} />
          </Stack>
        </fieldset>
        {canChange ? (
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={!isDirty}>
              Save
            </Button>
            <Button
              variant="default"
              disabled={!isDirty}
              onClick={() => {
                saving.reset()
                form.setValues(valuesOf(stored))
                form.clearErrors()
              }}
            >
              Discard
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}

interface PartProps {
  readonly form: Pick<ReturnType<typeof useForm<SettingsValues>>, 'getInputProps'>
}

const Names = ({ form, mayName }: PartProps & { mayName: boolean }) => (
  <>
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
  </>
)

const Booking = ({ form }: PartProps) => (
  <>
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
  </>
)

const Protection = ({ form }: PartProps) => (
  <>
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
  </>
)
