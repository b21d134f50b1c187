import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Modal, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ADMINISTRATOR_ROLES, type AdministratorRole, type User } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { CopyField } from '../../../components/copy-field.tsx'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { QueryState } from '../../../components/states.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { type Account, readAccountsAgain } from '../../../workplace/account-query.ts'
import { FormModal, NEXT_STEP } from '../shared/modals.tsx'
import { ShownOnceModal } from '../shared/shown-once-modal.tsx'
import { ROLE_WORDS } from './account-modal.tsx'

interface Props {
  readonly user: User
  readonly account: Account | null
  readonly onClose: () => void
}

interface MadeLink {
  readonly address: string
  readonly expiresAt: string
}

/** Lets a user choose the password by a link, which is mailed or copied: no password passes through the hands of an administrator. */
export const LinkModal = (props: Props) => {
  const options = useQuery(apiQuery('getSignInOptions'))
  const [made, setMade] = useState<MadeLink>()
  if (made) return <LinkShown name={personName(props.user)} made={made} onClose={props.onClose} />
  if (!options.data) {
    return (
      <Modal opened onClose={props.onClose} title={t`Link`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <QueryState query={options}>{() => null}</QueryState>
      </Modal>
    )
  }
  return <LinkForm {...props} canMail={options.data.canResetByMail && Boolean(props.user.email)} onMade={setMade} />
}

interface Values {
  readonly delivery: 'mail' | 'copy'
  readonly roles: AdministratorRole[]
}

const LinkForm = ({
  user,
  account,
  onClose,
  canMail,
  onMade,
}: Props & { canMail: boolean; onMade: (made: MadeLink) => void }) => {
  const session = useSession()
  const name = personName(user)
  const email = user.email ?? ''
  const form = useForm<Values>({ initialValues: { delivery: canMail ? 'mail' : 'copy', roles: [] } })
  const save = async ({ delivery, roles }: Values) => {
    const { userId } = user
    const link = await call('createAccountLink', { params: { userId }, body: { delivery, ...(account ? {} : { roles }) } })
    await readAccountsAgain(session, userId)
    if (link.code === null) {
      const address = link.address ?? ''
      notifyDone(t`A link is on its way to ${address}.`)
      return undefined
    }
    onMade({ address: `${window.location.origin}/account-link#${link.code}`, expiresAt: link.expiresAt ?? '' })
    return NEXT_STEP
  }
  return (
    <FormModal
      title={account?.hasPassword ? t`A link to choose a new password: ${name}` : t`Invite: ${name}`}
      form={form}
      save={save}
      submitLabel={form.values.delivery === 'mail' ? t`Send the mail` : t`Make the link`}
      onClose={onClose}
    >
      <Text size="sm">
        {account?.hasPassword ? (
          <Trans>The link works once, for 24 hours. Its holder chooses the password, which signs them out everywhere.</Trans>
        ) : (
          <Trans>The link works once, for 24 hours. Its holder chooses the password.</Trans>
        )}
      </Text>
      <Radio.Group label={t`How it reaches them`} {...form.getInputProps('delivery')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="mail"
            label={t`By mail`}
            disabled={!canMail}
            description={
              canMail ? t`To ${email}` : email ? t`This service has no mail server.` : t`The user has no e-mail address.`
            }
          />
          <Radio value="copy" label={t`I pass it on`} description={t`In a safe way, to this person alone.`} />
        </Stack>
      </Radio.Group>
      {account ? null : (
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
      )}
    </FormModal>
  )
}

/** Shows the link once. */
const LinkShown = ({ name, made, onClose }: { name: string; made: MadeLink; onClose: () => void }) => (
  <ShownOnceModal
    title={t`Link for ${name}`}
    warning={t`The link is shown only now`}
    advice={
      <Trans>
        Pass it on in a safe way: it lets its holder sign in as {name}. It works once, until {momentText(made.expiresAt)}.
      </Trans>
    }
    close={t`I have copied it`}
    onClose={onClose}
  >
    <CopyField label={t`Link`} value={made.address} />
  </ShownOnceModal>
)
