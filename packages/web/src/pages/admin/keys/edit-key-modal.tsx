import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Key } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/mutation-notice.ts'
import { FormModal } from '../shared/form-modal.tsx'
import { fromLocalInput, toLocalInput } from '../shared/moment.ts'
import { ExpiryField, LimitField, limitOf } from './key-fields.tsx'

/** Changes name, limit and end of a key. */
export const EditKeyModal = ({ item, onClose }: { item: Key; onClose: () => void }) => {
  const { keyId } = item
  const before = {
    name: item.name,
    requestsPerMinute: (item.requestsPerMinute ?? '') as string | number,
    expiresAt: toLocalInput(item.expiresAt),
  }
  const form = useForm({
    initialValues: before,
    validate: { name: (value) => (value.trim() ? null : 'Say what the key is for.') },
  })
  const save = async ({ name, requestsPerMinute, expiresAt }: typeof before) => {
    const body = {
      ...(name.trim() === before.name ? {} : { name: name.trim() }),
      ...(requestsPerMinute === before.requestsPerMinute ? {} : { requestsPerMinute: limitOf(requestsPerMinute) }),
      ...(expiresAt === before.expiresAt ? {} : { expiresAt: fromLocalInput(expiresAt) }),
    }
    if (Object.keys(body).length > 0) await call('updateKey', { params: { keyId }, body })
    await invalidate('listKeys', 'getKey')
    notifyDone(`${name.trim()} is changed. All nodes follow within five seconds.`)
  }
  return (
    <FormModal title={`Change ${item.name}`} form={form} save={save} submitLabel="Save" onClose={onClose}>
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <LimitField input={form.getInputProps('requestsPerMinute')} />
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </FormModal>
  )
}
