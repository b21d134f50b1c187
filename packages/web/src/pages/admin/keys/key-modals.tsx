import { t } from '@lingui/core/macro'
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { AUTH_METHODS, type AuthMethod, type Key, type KeyWithSecret, ROLES, type Role } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { FormModal } from '../shared/modals.tsx'
import { ExpiryField, LimitField, limitOf } from './key-fields.tsx'
import { fromLocalInput, localError, toLocalInput } from './key-times.ts'
import { KEY_ROLE_NAMES, METHOD_WORDS, ROLE_WORDS } from './key-words.ts'

interface Props {
  /** The role that is chosen at first; the one that most keys have, and that reads nothing, if it is absent. */
  readonly role?: Role | undefined
  /** Receives the key with its secret, which is not available anywhere else. */
  readonly onMade: (made: KeyWithSecret) => void
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly role: Role
  readonly authMethods: AuthMethod[]
  readonly requestsPerMinute: string | number
  readonly expiresAt: string
}

/** Creates a key. */
export const CreateKeyModal = ({ role = 'submitting-events', onMade, onClose }: Props) => {
  const form = useForm<Values>({
    initialValues: { name: '', role, authMethods: ['basic', 'hmac'], requestsPerMinute: '', expiresAt: '' },
    validate: {
      name: (value) => (value.trim() ? null : t`Say what the key is for.`),
      authMethods: (value) => (value.length > 0 ? null : t`Choose at least one.`),
      expiresAt: localError,
    },
  })
  const save = async ({ name, requestsPerMinute, expiresAt, ...values }: Values) => {
    const made = await call('createKey', {
      body: {
        ...values,
        name: name.trim(),
        requestsPerMinute: limitOf(requestsPerMinute),
        expiresAt: fromLocalInput(expiresAt),
      },
    })
    onMade(made)
    void invalidate('listKeys')
  }
  return (
    <FormModal title={t`Create a key`} form={form} draft="key new" save={save} submitLabel={t`Create the key`} onClose={onClose}>
      <TextInput
        label={t`Name`}
        description={t`Who uses it, and for what.`}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group
        label={t`Role`}
        description={t`What the key may do. This cannot be changed later.`}
        required
        {...form.getInputProps('role')}
      >
        <Stack gap="xs" mt="xs">
          {ROLES.map((each) => (
            <Radio key={each} value={each} label={KEY_ROLE_NAMES[each]} description={ROLE_WORDS[each]} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group label={t`Authentication`} required {...form.getInputProps('authMethods')}>
        <Stack gap="xs" mt="xs">
          {AUTH_METHODS.map((method) => (
            <Checkbox key={method} value={method} {...METHOD_WORDS[method]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitField input={form.getInputProps('requestsPerMinute')} />
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </FormModal>
  )
}

/** Changes name, limit and end of a key. */
export const EditKeyModal = ({ item, onClose }: { item: Key; onClose: () => void }) => {
  const { keyId, name: oldName } = item
  const before = useAtOpening({
    name: item.name,
    requestsPerMinute: (item.requestsPerMinute ?? '') as string | number,
    expiresAt: toLocalInput(item.expiresAt),
  })
  const form = useForm({
    initialValues: before,
    validate: { name: (value) => (value.trim() ? null : t`Say what the key is for.`), expiresAt: localError },
  })
  const save = async ({ name, requestsPerMinute, expiresAt }: typeof before) => {
    const body = {
      ...(name.trim() === before.name ? {} : { name: name.trim() }),
      ...(requestsPerMinute === before.requestsPerMinute ? {} : { requestsPerMinute: limitOf(requestsPerMinute) }),
      ...(expiresAt === before.expiresAt ? {} : { expiresAt: fromLocalInput(expiresAt) }),
    }
    if (Object.keys(body).length > 0) await call('updateKey', { params: { keyId }, body })
    await invalidate('listKeys', 'getKey')
    const newName = name.trim()
    notifyDone(t`${newName} is changed. All nodes apply a change within five seconds.`)
  }
  return (
    <FormModal
      title={t`Change ${oldName}`}
      form={form}
      draft={`key ${keyId}`}
      save={save}
      submitLabel={t`Save`}
      onClose={onClose}
    >
      <TextInput label={t`Name`} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <LimitField input={form.getInputProps('requestsPerMinute')} />
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </FormModal>
  )
}
