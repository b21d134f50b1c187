import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Checkbox, CopyButton, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { ADMINISTRATOR_ROLES, type AdministratorRole, type User } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { whenOpened } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { QueryState } from '../../../components/states.tsx'
import { FormDialog, useAtOpening } from '../../../components/unsaved.tsx'
import { type Account, accountQuery, readAccountsAgain } from '../../../workplace/account-query.ts'
import { ModalForm } from '../shared/modals.tsx'
import { generatePassword } from './generate-password.ts'

/** The rights that each role adds to those of an employee. */
export const ROLE_WORDS: Readonly<Record<AdministratorRole, string>> = {
  'analytics-administrator': t`Sees how the offices are used, person by person.`,
  'bookings-administrator': t`Plans and books for others.`,
  'workplace-administrator': t`Manages places, people, settings and the quarantine.`,
  'global-administrator': t`Does all of this, and manages accounts and keys.`,
}

export type AccountChange = 'give' | 'roles' | 'password'

interface Props {
  readonly user: User
  readonly account: Account | null
  readonly change: AccountChange
  readonly onClose: () => void
}

/** The same limit as in the service, whose schemas are not loaded in the browser. */
const MIN_LENGTH = 12
const MAX_LENGTH = 200

const WORDS: Readonly<Record<AccountChange, { title: (name: string) => string; submit: string }>> = {
  give: { title: (name) => t`Let them sign in: ${name}`, submit: t`Give access` },
  roles: { title: (name) => t`Roles: ${name}`, submit: t`Save the roles` },
  password: { title: (name) => t`New password: ${name}`, submit: t`Set the password` },
}

interface Values {
  readonly password: string
  readonly roles: AdministratorRole[]
  readonly isBreakGlass: boolean
}

const passwordError = (password: string): string | null => {
  const { length } = [...password]
  return length < MIN_LENGTH || length > MAX_LENGTH ? t`Give ${MIN_LENGTH} to ${MAX_LENGTH} characters.` : null
}

/** Gives access, changes roles or sets another password. */
export const AccountModal = (props: Props) => {
  const { user, change, onClose } = props
  return (
    <FormDialog opened onClose={onClose} title={WORDS[change].title(personName(user))} size="lg">
      {change === 'roles' ? <RolesForm {...props} /> : <AccountForm {...props} />}
    </FormDialog>
  )
}

const rightsOf = ({ roles, isBreakGlass }: Values) => ({ roles, isBreakGlass })

/** All roles are replaced at once, so they begin with those that the account has now. */
const RolesForm = (props: Props) => {
  const account = useQuery(whenOpened(accountQuery(props.user.userId)))
  return (
    <QueryState query={account} height={420}>
      {(stored) => <AccountForm {...props} account={stored} />}
    </QueryState>
  )
}

const AccountForm = ({ user, account, change, onClose }: Props) => {
  const session = useSession()
  const { userId } = user
  const name = personName(user)
  const hasPassword = change !== 'roles'
  const hasRoles = change !== 'password'
  const before = useAtOpening<Values>({
    password: '',
    roles: ADMINISTRATOR_ROLES.filter((role) => account?.roles.includes(role)),
    isBreakGlass: account?.isBreakGlass ?? false,
  })
  const form = useForm<Values>({
    initialValues: before,
    validate: { password: (value) => (hasPassword ? passwordError(value) : null) },
  })
  const save = async (values: Values) => {
    const { password } = values
    const rights = account ? changedSince(rightsOf(before), rightsOf(values)) : rightsOf(values)
    const body = { ...(hasPassword ? { password } : {}), ...(hasRoles ? rights : {}) }
    if (Object.keys(body).length > 0) await call('setAccount', { params: { userId }, body })
    await readAccountsAgain(session, userId)
    notifyDone(account ? t`The account of ${name} is changed.` : t`The account of ${name} is made.`)
  }
  return (
    <ModalForm
      form={form}
      save={save}
      submitLabel={WORDS[change].submit}
      fieldOfCode={hasRoles ? { last_administrator: 'roles', break_glass_missing: 'isBreakGlass' } : {}}
      onClose={onClose}
    >
      {session.userId === userId && change === 'password' ? (
        <Alert color="orange" variant="outline" title={t`This is your own account`} styles={{ title: { color: 'inherit' } }}>
          <Trans>A new password signs you out everywhere, including here.</Trans>
        </Alert>
      ) : null}
      {hasPassword ? (
        <PasswordField
          password={form.values.password}
          onGenerate={() => form.setFieldValue('password', generatePassword())}
          input={form.getInputProps('password')}
          isNew={change === 'give'}
        />
      ) : null}
      {hasRoles ? (
        <Checkbox.Group
          label={t`Roles`}
          description={t`Everyone with an account can plan and book for themselves. Roles add to that.`}
          {...form.getInputProps('roles')}
        >
          <Stack gap="xs" mt="xs">
            {ADMINISTRATOR_ROLES.map((role) => (
              <Checkbox key={role} value={role} label={ROLE_NAMES[role]} description={ROLE_WORDS[role]} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
      {hasRoles ? (
        <Checkbox
          label={t`Break-glass account`}
          description={t`Its password works even if an identity provider turns passwords off: for emergencies. Keep it in a safe.`}
          {...form.getInputProps('isBreakGlass', { type: 'checkbox' })}
        />
      ) : null}
    </ModalForm>
  )
}

interface PasswordProps {
  readonly password: string
  readonly isNew: boolean
  readonly onGenerate: () => void
  readonly input: object
}

const PasswordField = ({ password, isNew, onGenerate, input }: PasswordProps) => {
  const [isVisible, { toggle, open }] = useDisclosure(false)
  return (
    <Stack gap="xs">
      <PasswordInput
        label={t`Password`}
        description={
          isNew
            ? t`At least ${MIN_LENGTH} characters. Pass it on in a safe way; they can change it once they are signed in.`
            : t`At least ${MIN_LENGTH} characters. It signs them out everywhere.`
        }
        required
        autoComplete="new-password"
        visible={isVisible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
        data-autofocus
        {...input}
      />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onGenerate()
            open()
          }}
        >
          <Trans>Generate one</Trans>
        </Button>
        <CopyButton value={password} timeout={3000}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" disabled={password === ''} onClick={copy}>
              {copied ? t`Copied` : t`Copy the password`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
