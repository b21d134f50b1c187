import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call, newId } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { FormDialog, Unsaved } from '../../../components/unsaved.tsx'
import { giveId } from './give-id-modal.tsx'
import type { Sent } from './sent-names.ts'

interface Props {
  readonly sourceId: string
  readonly sent: Pick<Sent, 'email' | 'sourceUserId'>
  /** Offers to replay the event now that its person is known. */
  readonly onReplay: () => void
  readonly onClose: () => void
}

/** Adds the person whom an event names to the directory, by the e-mail or the id that the source sent. */
export const AddPersonModal = ({ sourceId, sent: { email, sourceUserId = '' }, onReplay, onClose }: Props) => {
  // A second attempt finds the person whom the first one added.
  const [userId] = useState(newId)
  const [values, setValues] = useState({ userName: email ?? '', firstName: '', lastName: '' })
  const [userName, firstName, lastName] = [values.userName.trim(), values.firstName.trim(), values.lastName.trim()]
  const isDirty = firstName !== '' || lastName !== '' || userName !== (email ?? '')
  const adding = useAction({
    mutationFn: async () => {
      const user = await call('createUser', {
        body: {
          userName,
          ...(userId === undefined ? {} : { userId }),
          ...(firstName ? { firstName } : {}),
          ...(lastName ? { lastName } : {}),
          ...(email && /^[^\s@]+@[^\s@]+$/.test(email) ? { email } : {}),
        },
      })
      if (email === undefined && sourceUserId !== '') await giveId(sourceId, sourceUserId, user)
      return user
    },
    onSuccess: async (user) => {
      await invalidate('listUsers')
      const name = personName(user)
      notifyDone(t`${name} is added.`)
      onReplay()
    },
  })
  const input = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <FormDialog opened onClose={onClose} title={t`Add this person`}>
      <Unsaved isDirty={isDirty && !adding.isPending && !adding.isSuccess} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (userName !== '') adding.mutate()
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            {email === undefined
              ? t`From now on, ${sourceUserId} means this person in all events of ${sourceId}.`
              : t`The source sent ${email}, which becomes the e-mail of the person.`}
          </Text>
          {adding.error ? <ErrorState error={adding.error} /> : null}
          <TextInput label={t`User name`} required maxLength={320} {...input('userName')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t`First name`} maxLength={200} {...input('firstName')} />
            <TextInput label={t`Last name`} maxLength={200} {...input('lastName')} />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            <Trans>Building, group and sign-in can be added later on the page of the person.</Trans>
          </Text>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={userName === ''} loading={adding.isPending}>
              <Trans>Add the person</Trans>
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  )
}
