import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProvisioningProvider } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { FormModal } from '../shared/modals.tsx'

interface Values {
  readonly name: string
  readonly groupType: string
}

/** Changes the name of a provider, or the type of its groups. */
export const ProviderModal = ({ provider, onClose }: { provider: ProvisioningProvider; onClose: () => void }) => {
  const { providerId, name, groupType } = provider
  const before = useAtOpening<Values>({ name, groupType })
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      name: (value) => (value.trim() ? null : t`Give the provider a name.`),
      groupType: (value) => (value.trim() ? null : t`Say what kind of groups they are.`),
    },
  })
  const save = async (values: Values) => {
    const newName = values.name.trim()
    const body = changedSince(before, { name: newName, groupType: values.groupType.trim() })
    if (body) await call('updateProvisioningProvider', { params: { providerId }, body })
    await invalidate('listProvisioningProviders', 'listGroups', 'getGroup')
    notifyDone(t`${newName} is changed.`)
  }
  return (
    <FormModal
      title={t`Edit ${name}`}
      form={form}
      draft={`provisioning provider ${providerId}`}
      save={save}
      submitLabel={t`Save`}
      onClose={onClose}
    >
      <TextInput label={t`Name`} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t`Kind of group`}
        description={t`The kind of all groups that the provider sends, such as team.`}
        required
        maxLength={100}
        {...form.getInputProps('groupType')}
      />
    </FormModal>
  )
}
