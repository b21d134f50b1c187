import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { GLOBAL_ADMINISTRATORS, type Settings, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate, queryClient, whenOpened } from '../../../api/query.ts'
import { hasRole, sessionQuery, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { Draft } from '../../../components/draft.tsx'
import { TextLink } from '../../../components/links.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { ErrorState, QueryState } from '../../../components/states.tsx'
import { LeaveGuard } from '../../../components/unsaved.tsx'
import { fieldErrors } from '../shared/form-values.ts'
import { Booking, Limits, Names, Protection } from './organization-fields.tsx'
import { changedSettings, SETTINGS_RULES, type SettingsValues, valuesOf } from './settings-form.ts'

const CODES = { name_taken: 'organizationName' }

/** Settings of the organization. Users with the role can change them. */
export const OrganizationSettings = () => {
  const settings = useQuery(whenOpened(apiQuery('getSettings')))
  return (
    <QueryState query={settings} height={720}>
      {(opened) => <SettingsForm opened={opened} />}
    </QueryState>
  )
}

const SettingsForm = ({ opened }: { opened: Settings }) => {
  const [stored, setStored] = useState(opened)
  const session = useSession()
  const canChange = hasRole(session, WORKPLACE_ADMINISTRATORS)
  const form = useForm<SettingsValues>({ initialValues: valuesOf(stored), validate: SETTINGS_RULES })
  const errorsByField = (error: unknown) => fieldErrors(error, Object.keys(form.getValues()), CODES)
  const saving = useAction({
    mutationFn: (values: SettingsValues) => call('updateSettings', { body: changedSettings(values, stored) }),
    onSuccess: async (next) => {
      setStored(next)
      form.setInitialValues(valuesOf(next))
      form.setValues(valuesOf(next))
      await invalidate('getSettings')
      // The name is at the top of each page.
      if (next.organizationName !== stored.organizationName) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      }
      notifyDone(t`The settings are saved.`)
    },
    onError: (error) => form.setErrors(errorsByField(error)),
  })
  const isDirty = Object.keys(changedSettings(form.values, stored)).length > 0
  const isAtField = saving.error ? Object.keys(errorsByField(saving.error)).length > 0 : false
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate aria-label={t`Settings of the organization`}>
      <LeaveGuard isDirty={isDirty && !saving.isPending} />
      <Stack maw={640} gap="lg">
        <Draft name="settings" form={form} />
        {canChange ? null : (
          <Alert color="gray" variant="outline" title={t`You can only view these settings`}>
            <Trans>Workplace administrators and global administrators can change them.</Trans>
          </Alert>
        )}
        {saving.error && !isAtField ? <ErrorState error={saving.error} /> : null}
        <fieldset disabled={!canChange} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Stack gap="lg">
            <Names form={form} mayName={hasRole(session, GLOBAL_ADMINISTRATORS)} />
            <Booking form={form} />
            <Protection form={form} />
            <Limits form={form} />
          </Stack>
        </fieldset>
        {canChange ? (
          <Group>
            <Button type="submit" loading={saving.isPending} disabled={!isDirty}>
              <Trans>Save</Trans>
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
              <Trans>Discard</Trans>
            </Button>
          </Group>
        ) : null}
        {hasRole(session, GLOBAL_ADMINISTRATORS) ? <SampleDataHint /> : null}
      </Stack>
    </form>
  )
}

const SampleDataHint = () => (
  <Text size="sm" c="dimmed">
    <Trans>
      Sample data is made and removed on the{' '}
      <TextLink underline="always" to="/" search={{ steps: 'shown' }}>
        home page
      </TextLink>
      , which also says when it cannot be made.
    </Trans>
  </Text>
)
