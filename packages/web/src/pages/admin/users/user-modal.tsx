import { t } from '@lingui/core/macro'
import { SimpleGrid, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Field, USER_FIELDS, type User } from '@rollcall/contract'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { changed, filled } from '../shared/form-values.ts'
import { FormModal, NEXT_STEP } from '../shared/modals.tsx'
import { useBuildingChoices, useGroupChoices } from './directory-choices.ts'
import { fieldWord } from './field-words.ts'
import { useNamesake } from './name-taken.tsx'

interface Props {
  /** The user to change; absent for a new one. */
  readonly user?: User
  /** What a new one begins with. */
  readonly begin?: Partial<Values>
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

const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim())

const checkEmail = (value: string) => (value.trim() === '' || isEmail(value) ? null : t`Give an address such as ada@example.com.`)

/** Adds or changes a user. */
export const UserModal = ({ user, begin = {}, onClose, onMade }: Props) => {
  const before = useAtOpening(Object.fromEntries(FIELDS.map((field) => [field, user?.[field] ?? begin[field] ?? ''])) as Values)
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
  const userNameInput = form.getInputProps('userName')
  /** The e-mail of a new user follows a user name that is one, until another is given. */
  const follow = (userName: string): void => {
    const { userName: last, email } = form.getValues()
    if (!user && (email === '' || email === last.trim())) form.setFieldValue('email', isEmail(userName) ? userName.trim() : '')
  }
  const proposeUserName = (): void => {
    const { userName, email } = form.getValues()
    if (!user && userName.trim() === '') form.setFieldValue('userName', email.trim())
  }
  const startNext = ({ primaryLocationId, primaryGroupId }: Values): void => {
    form.setInitialValues({ ...before, primaryLocationId, primaryGroupId })
    form.reset()
    document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]')?.focus()
  }
  const store = async (values: Values, isFollowed: boolean) => {
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
    if (isFollowed) {
      startNext(values)
      return NEXT_STEP
    }
    onMade?.(made)
  }
  const { save, nameError } = useNamesake(form, store)
  return (
    <FormModal
      title={knownName ? t`Change ${knownName}` : t`Add a user`}
      form={form}
      draft={`user ${user?.userId ?? 'new'}`}
      save={save}
      submitLabel={user ? t`Save` : t`Add the user`}
      followLabel={user ? undefined : t`Add and go on to the next`}
      fieldOfCode={{ name_taken: 'userName' }}
      onClose={onClose}
    >
      {owner === null ? null : <Text size="sm">{ownedText(owner)}</Text>}
      <TextInput
        label={t`User name`}
        description={t`They sign in with it, and sources may send it as userEmail; it is compared exactly. Often the e-mail address.`}
        required
        maxLength={320}
        data-autofocus={owner === null}
        readOnly={owner !== null}
        {...userNameInput}
        onChange={(event) => {
          follow(event.currentTarget.value)
          userNameInput.onChange(event)
        }}
        error={nameError}
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
          {...(name === 'email' ? { onBlur: proposeUserName } : {})}
        />
      ))}
      <SearchSelect
        label={t`Primary building`}
        description={t`Where they work unless a plan says otherwise.`}
        data={buildings}
        clearable
        clearButtonProps={clearButton(t`No primary building`)}
        limit={100}
        nothingFoundMessage={t`No such building`}
        {...select(form.getInputProps('primaryLocationId'))}
      />
      <SearchSelect
        label={t`Primary group`}
        description={t`They become a member of it. Members of a group are booked in its zones.`}
        data={groups}
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
