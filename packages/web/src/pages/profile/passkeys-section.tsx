import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { askForPasskey, canUsePasskeys, wasCanceled } from '../../api/passkeys.ts'
import { apiQuery, invalidate } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { ErrorState, QueryState } from '../../components/states.tsx'
import { momentText } from '../../time/zoned-time.ts'
import { Section } from './section.tsx'

type OnePasskey = Answer<'listPasskeys'>['items'][number]

/** Passkeys of the user, with which they sign in instead of typing a password. */
export const PasskeysSection = () => {
  const passkeys = useQuery(apiQuery('listPasskeys'))
  const { data: options } = useQuery(apiQuery('getSignInOptions'))
  const [isAdding, setAdding] = useState(false)
  const isOff = useSession().passwordState === 'off'
  const canAdd = !isOff && options?.canUsePasskeys === true && canUsePasskeys()
  return (
    <Section title={t`Passkeys`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          <Trans>
            A passkey is a key on your phone, laptop or security key. You sign in with a finger, your face or the PIN of the
            device, and a false page cannot get it out of you.
          </Trans>
        </Text>
        <QueryState query={passkeys} height={60}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm">
                <Trans>You have no passkey yet.</Trans>
              </Text>
            ) : (
              <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Your passkeys`}>
                {items.map((passkey) => (
                  <PasskeyItem key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
            )
          }
        </QueryState>
        {isAdding ? <AddForm onClose={() => setAdding(false)} /> : null}
        {canAdd && !isAdding ? (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAdding(true)}>
            <Trans>Add a passkey</Trans>
          </Button>
        ) : null}
        {options && !canAdd ? (
          <Text size="sm" c="dimmed">
            {whyNot(options.canUsePasskeys, isOff)}
          </Text>
        ) : null}
      </Stack>
    </Section>
  )
}

/** Why no passkey can be added. */
const whyNot = (isInstalled: boolean, isOff: boolean): string => {
  if (isOff) return t`Your organization requires single sign-on, so passkeys sign no one in.`
  return isInstalled
    ? t`This browser offers passkeys only where the app is reached by https.`
    : t`The operator of this service has not installed what passkeys need.`
}

const readAgain = () => invalidate('listPasskeys')

const PasskeyItem = ({ passkey: { id, name, createdAt, lastUsedAt, isSynced } }: { passkey: OnePasskey }) => {
  const [newName, setNewName] = useState<string>()
  const [since, lastUsed] = [momentText(createdAt), lastUsedAt && momentText(lastUsedAt)]
  const renaming = useAction({
    mutationFn: (given: string) => call('updatePasskey', { params: { passkeyId: id }, body: { name: given } }),
    onSuccess: async () => {
      setNewName(undefined)
      await readAgain()
    },
    onError: notifyFailed,
  })
  const removing = useAction({
    mutationFn: () => call('removePasskey', { params: { passkeyId: id } }),
    onSuccess: async () => {
      notifyDone(t`The passkey ${name} no longer signs you in. Delete it on the device as well.`)
      await readAgain()
    },
    onError: notifyFailed,
  })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {lastUsed ? t`Since ${since}; last used ${lastUsed}` : t`Since ${since}; never used`}
          {isSynced ? t`; on all your devices` : ''}
        </Text>
      </div>
      {newName === undefined ? (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t`Rename: ${name}`} onClick={() => setNewName(name)}>
            <Trans>Rename</Trans>
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t`Remove: ${name}`}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ) : (
        <Group gap="xs" align="flex-end">
          <TextInput
            label={t`Name`}
            size="xs"
            maxLength={100}
            value={newName}
            onChange={({ currentTarget }) => setNewName(currentTarget.value)}
          />
          <Button
            size="xs"
            disabled={newName.trim() === ''}
            loading={renaming.isPending}
            onClick={() => renaming.mutate(newName.trim())}
          >
            <Trans>Save</Trans>
          </Button>
        </Group>
      )}
    </Group>
  )
}

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({
    initialValues: { name: '', currentPassword: '' },
    validate: { name: (value) => (value.trim() ? null : t`Give it a name, such as that of the device.`) },
  })
  const adding = useAction({
    mutationFn: async ({ name, currentPassword }: typeof form.values) => {
      const answer = await askForPasskey(await call('startPasskey'))
      return call('createPasskey', { body: { ...answer, name: name.trim(), currentPassword } })
    },
    gcTime: 0,
    isRepeatable: true,
    onSuccess: async () => {
      notifyDone(t`The passkey is added. Try it at your next sign-in.`)
      onClose()
      await readAgain()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack gap="sm" maw={420}>
        <TextInput
          label={t`Name`}
          description={t`Such as that of the device.`}
          maxLength={100}
          autoFocus
          {...form.getInputProps('name')}
        />
        <PasswordInput
          label={t`Your password`}
          description={t`If you have one: so that a browser left open is not enough.`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password`, tabIndex: 0 }}
          {...form.getInputProps('currentPassword')}
        />
        {adding.error && !wasCanceled(adding.error) ? <ErrorState error={adding.error} /> : null}
        <Group gap="xs">
          <Button type="submit" loading={adding.isPending}>
            <Trans>Continue on the device</Trans>
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
