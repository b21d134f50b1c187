import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { TextLink } from '../../../components/links.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { useMe } from '../../../workplace/me.tsx'

/** People come from a file, from a directory, or are typed. */
export const PeopleStep = () => {
  const { primaryLocationId } = useMe()
  const form = useForm({
    initialValues: { email: '', firstName: '', lastName: '' },
    validate: { email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t`Give an address such as ada@example.com.`) },
  })
  const add = useAction({
    mutationFn: ({ email, firstName, lastName }: typeof form.values) =>
      call('createUser', {
        body: {
          ...{ userName: email.trim(), email: email.trim(), primaryLocationId },
          ...{ firstName: firstName.trim() || null, lastName: lastName.trim() || null },
        },
      }),
    onSettled: () => void invalidate('listUsers', 'getSampleCompany'),
  })
  return (
    <>
      <Text size="sm">
        <Trans>
          Import a{' '}
          <TextLink underline="always" to="/admin/import">
            CSV file
          </TextLink>{' '}
          of them, connect Entra ID, Okta or another directory under{' '}
          <TextLink underline="always" to="/admin/provisioning">
            Provisioning
          </TextLink>
          , or begin with one person:
        </Trans>
      </Text>
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
        {add.error ? <ErrorState error={add.error} /> : null}
        <Group align="flex-end" gap="sm">
          <TextInput label={t`E-mail of the person`} {...form.getInputProps('email')} />
          <TextInput label={t`First name`} {...form.getInputProps('firstName')} />
          <TextInput label={t`Last name`} {...form.getInputProps('lastName')} />
          <Button type="submit" loading={add.isPending}>
            <Trans>Add the person</Trans>
          </Button>
        </Group>
      </form>
    </>
  )
}
