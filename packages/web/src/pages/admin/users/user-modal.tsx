import { t } from '@lingui/core/macro'
import { Select, SimpleGrid, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Field, USER_FIELDS, type User } from '@rollcall/contract'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { changed, filled } from '../shared/form-values.ts'
import { ConfirmModal, FormModal } from '../shared/modals.tsx'
import { useBuildingChoices, useGroupChoices } from './directory-choices.ts'
import { fieldWord } from './field-words.ts'

interface Props {
  /** The user to change; absent for a new one. */
  readonly user?: User
  readonly onClose: () => void
  readonly onMade?: (user: User) => void
}

type Detail = keyof typeof USER_FIELDS
const DETAILS = Object.keys(USER_FIELDS) as Detail[]
const EMAILS = DETAILS.filter((name) => (USER_FIELDS[name] as Field).isEmail)
const TEXTS = DETAILS.filter((name) => !EMAILS.includes(name))
const FIELDS = ['userName', ...DETAILS, 'primaryLocationId', 'primaryGroupId'] as const
type Values = Record<(typeof FIELDS)[number], string>

/** A provider that owns a user also owns these. */
const OWNED: readonly Detail[] = ['firstName', 'lastName', 'email']

export const ownedText = (providerName: string): string =>
  t`User name, names, e-mail and status come from ${providerName} and are changed there.`

const checkEmail = (value: string) =>
  /^([^\s@]+@[^\s@]+)?$/.test(value.trim()) ? null : t`Give an address such as ada@example.com.`

/** Adds or changes a user. */
export const UserModal = ({ user, onClose, onMade }: Props) => {
  const before = useAtOpening(Object.fromEntries(FIELDS.map((field) => [field, user?.[field] ?? ''])) as Values)
  const buildings = useBuildingChoices(user?.primaryLocationId, user?.primaryLocationName)
  const groups = useGroupChoices(user?.primaryGroupId, user?.primaryGroupName)
  const owner = user?.providerName ?? null
  const knownName = user && personName(user)
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      userName: (value) => (value.trim() ? null : t`Give a user name.`),
      ...Object.fromEntries(EMAILS.map((name) => [name, checkEmail])),
    },
  })
  const save = async (values: Values) => {
    if (user) {
      const { userName, ...rest } = changed(values, before)
      const body = { ...rest, ...(userName ? { userName } : {}) }
      if (Object.keys(body).length > 0) await call('updateUser', { params: { userId: user.userId }, body })
      await invalidate('listUsers', 'getUser', 'listUserGroups', 'listUserGroupHistory', 'listGroupMembers', 'listMemberHistory')
      const name = personName(values)
      notifyDone(t`${name} is changed.`)
      return
    }
    const { userName = '', ...rest } = filled(values)
    const made = await call('createUser', { body: { userName, ...rest } })
    await invalidate('listUsers', 'listGroupMembers', 'listMemberHistory')
    const name = personName(made)
    notifyDone(t`${name} is added.`)
    onMade?.(made)
  }
  return (
    <FormModal
      title={knownName ? t`Change ${knownName}` : t`Add a user`}
      form={form}
      draft={`user ${user?.userId ?? 'new'}`}
      save={save}
      submitLabel={user ? t`Save` : t`Add the user`}
      fieldOfCode={{ name_taken: 'userName' }}
      onClose={onClose}
    >
      {owner === null ? null : <Text size="sm">{ownedText(owner)}</Text>}
      <TextInput
        label={t`User name`}
        description={t`They sign in with it and sources send it; it is compared exactly. Often the e-mail address.`}
        required
        maxLength={320}
        data-autofocus={owner === null}
        readOnly={owner !== null}
        {...form.getInputProps('userName')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {TEXTS.map((name) => (
          <DetailInput key={name} name={name} readOnly={owner !== null && OWNED.includes(name)} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      {EMAILS.map((name) => (
        <DetailInput
          key={name}
          name={name}
          type="email"
          readOnly={owner !== null && OWNED.includes(name)}
          {...form.getInputProps(name)}
        />
      ))}
      <Select
        label={t`Primary building`}
        description={t`Where they work unless a plan says otherwise.`}
        data={buildings}
        searchable
        clearable
        clearButtonProps={clearButton(t`No primary building`)}
        limit={100}
        nothingFoundMessage={t`No such building`}
        {...select(form.getInputProps('primaryLocationId'))}
      />
      <Select
        label={t`Primary group`}
        description={t`They become a member of it. Members of a group are booked in its zones.`}
        data={groups}
        searchable
        clearable
        clearButtonProps={clearButton(t`No primary group`)}
        limit={100}
        nothingFoundMessage={t`No such group`}
        {...select(form.getInputProps('primaryGroupId'))}
      />
    </FormModal>
  )
}

const DetailInput = ({ name, ...input }: TextInputProps & { readonly name: Detail }) => (
  <TextInput label={fieldWord(name)} maxLength={USER_FIELDS[name].maxLength} {...input} />
)

/** An empty text means that nothing is chosen. */
const select = (input: { value?: string; onChange: (value: string) => void; error?: ReactNode }) => ({
  ...input,
  value: input.value || null,
  onChange: (value: string | null) => input.onChange(value ?? ''),
})

/** Asks before a user becomes inactive or active again, and says what happens to their bookings. */
export const UserStatusModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { userId, status } = useAtOpening(user)
  const name = personName(user)
  const isActive = status === 'active'
  const confirm = async () => {
    await call('updateUser', { params: { userId }, body: { status: isActive ? 'inactive' : 'active' } })
    await invalidate('listUsers', 'getUser', 'listAccounts', 'listGroupMembers', 'listMemberHistory')
    notifyDone(isActive ? t`${name} is inactive.` : t`${name} is active again.`)
  }
  return (
    <ConfirmModal
      title={isActive ? t`Set ${name} inactive?` : t`Set ${name} active again?`}
      confirmLabel={isActive ? t`Set inactive` : t`Set active`}
      isDangerous={isActive}
      confirm={confirm}
      onClose={onClose}
    >
      {isActive
        ? t`Plans and bookings after today are removed and the desks are free for others. The person is signed out and cannot sign in until they are active again. Past data and group memberships stay.`
        : t`They can plan, book and, if they have an account, sign in again. Plans and bookings that were removed when they became inactive do not come back.`}
    </ConfirmModal>
  )
}
