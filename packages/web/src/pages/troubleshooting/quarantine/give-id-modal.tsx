import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { foundByService, SearchSelect } from '../../../components/search-select.tsx'
import { ErrorState } from '../../../components/states.tsx'

/** The number of people that are offered at a time. */
const MOST = 20

/** Adds the id that a source sent to the ids of a person, as an import of the directory does. */
export const giveId = (sourceId: string, sourceUserId: string, { userId, userName }: Named): Promise<unknown> => {
  const identities = [{ sourceId, sourceUserId }]
  return call('runImport', { query: { dryRun: 'false' }, body: { users: [{ id: userId, userName, identities }] } })
}

interface Named {
  readonly userId: string
  readonly userName: string
}

interface Props {
  readonly sourceId: string
  readonly sourceUserId: string
  /** Offers to replay the event now that its person is known. */
  readonly onReplay: () => void
  readonly onClose: () => void
}

/** Gives the id that a source sent to a person who is in the directory. */
export const GiveIdModal = ({ sourceId, sourceUserId, onReplay, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [asked] = useDebouncedValue(typed.trim(), 200)
  // A chosen person fills the field with their label, by which the service finds no one.
  const search = asked === chosen?.label ? '' : asked
  const found = useQuery({
    ...apiQuery('listUsers', { query: { status: 'active', limit: MOST, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const offered = (found.data?.items ?? []).map((user) => ({
    value: user.userId,
    label: `${personName(user)} (${user.userName})`,
  }))
  const data = chosen && offered.every(({ value }) => value !== chosen.value) ? [chosen, ...offered] : offered
  const giving = useAction({
    mutationFn: async (id: string) => {
      const user = await call('getUser', { params: { userId: id } })
      await giveId(sourceId, sourceUserId, user)
      return user
    },
    onSuccess: (user) => {
      const name = personName(user)
      notifyDone(t`${sourceId} now means ${name} by ${sourceUserId}.`)
      onReplay()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t`Give ${sourceUserId} to a person`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="sm">
        <Text size="sm">{t`From now on, ${sourceUserId} means this person in all events of ${sourceId}.`}</Text>
        {giving.error ? <ErrorState error={giving.error} /> : null}
        <SearchSelect
          label={t`Person`}
          required
          data-autofocus
          data={data}
          value={chosen?.value ?? null}
          onChange={(_, option) => setChosen(option ?? undefined)}
          onSearchChange={setTyped}
          {...foundByService(asked === typed.trim() && !found.isPlaceholderData, t`No users match`)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={!chosen}
            loading={giving.isPending}
            onClick={() => (chosen ? giving.mutate(chosen.value) : undefined)}
          >
            <Trans>Give the id</Trans>
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
