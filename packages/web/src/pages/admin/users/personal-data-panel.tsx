import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Erasure, GLOBAL_ADMINISTRATORS, type User } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Facts } from '../../../components/facts.tsx'
import { personName, showNumber } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { PersonalDataButton } from '../../../components/personal-data-button.tsx'
import { QueryState } from '../../../components/states.tsx'
import { FormModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'

/** The rights of a person over their data: to get a copy, or to have it erased. */
export const PersonalDataPanel = ({ user }: { user: User }) => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const [isErasing, setErasing] = useState(false)
  if (!isOwner) return null
  return (
    <Panel
      title={t`Personal data`}
      actions={
        <>
          <PersonalDataButton size="xs" userId={user.userId} />
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
            <Trans>Erase</Trans>
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed">
        <Trans>
          A copy has everything that is kept about them. Erasing removes for good whatever says who they are; counts stay right.
        </Trans>
      </Text>
      {isErasing ? <EraseModal user={user} onClose={() => setErasing(false)} /> : null}
    </Panel>
  )
}

/** Lists what would be erased, and asks for the user name to confirm the right person. */
const EraseModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  // The name is kept from when the dialog opened, because erasing removes it.
  const [{ userId, userName }] = useState(user)
  const name = personName(user)
  const preview = useQuery({
    queryKey: ['erasePerson', userId, 'dryRun'],
    queryFn: () => call('erasePerson', { params: { userId }, body: { reason: 'Preview', dryRun: true } }),
    gcTime: 0,
  })
  const form = useForm({
    initialValues: { reason: '', confirm: '' },
    validate: {
      reason: (value) => (value.trim() ? null : t`Give a reason. It is kept, so do not name the person.`),
      confirm: (value) => (value.trim() ? null : t`Give the user name.`),
    },
  })
  const erase = async ({ reason, confirm }: typeof form.values) => {
    await call('erasePerson', { params: { userId }, body: { reason, confirm } })
    await invalidate(
      'listUsers',
      'getUser',
      'listAccounts',
      'listGroupMembers',
      'listMemberHistory',
      'listUserGroups',
      'listUserGroupHistory',
    )
    notifyDone(t`The person is erased. The next refresh takes them out of the warehouse.`)
  }
  return (
    <FormModal
      title={t`Erase ${name}?`}
      form={form}
      save={erase}
      submitLabel={t`Erase permanently`}
      color="red.9"
      isReady={!preview.isPending}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>This cannot be undone. An anonymous, inactive user stays, so that past counts remain right.</Trans>
      </Text>
      <QueryState query={preview} height={120}>
        {({ restatedDays, tables }) => (
          <>
            <Facts label={t`What is erased`} nameWidth="50%" facts={tables.map(factOf)} />
            <Text size="sm">
              <Trans>Days that are published again: {showNumber(restatedDays)}.</Trans>
            </Text>
          </>
        )}
      </QueryState>
      <TextInput
        label={t`Reason`}
        description={t`For example a ticket. It is kept with the date and must not name the person.`}
        required
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <TextInput
        label={t`User name, to confirm`}
        description={userName}
        required
        autoComplete="off"
        maxLength={320}
        {...form.getInputProps('confirm')}
      />
    </FormModal>
  )
}

const factOf = ({ table, effect, rows }: Erasure['tables'][number]) => {
  const count = showNumber(rows)
  return [table.replaceAll('_', ' '), effect === 'removed' ? t`${count} removed` : t`${count} without the person`] as const
}
