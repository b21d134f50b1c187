import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { useLocationNames } from '../../../workplace/directory.ts'
import { AddPersonModal } from './add-person-modal.tsx'
import { GiveIdModal } from './give-id-modal.tsx'
import { helpOf } from './quarantine-help.ts'
import type { Refused } from './quarantine-query.ts'
import { detailOf, KINDS, misplacedField, nameOf } from './quarantine-words.ts'
import { sentOf } from './sent-names.ts'

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The id that came, with the name of the building that it belongs to. */
const placeText = (id: string, name: string): string => (name === id ? id : `${id} (${name})`)

interface Props {
  readonly event: Refused | undefined
  readonly onReplay: (event: Refused) => void
  readonly onClose: () => void
}

/** One event as it was received, and how to solve its problem. It may contain personal data. */
export const EventDetails = ({ event, onReplay, onClose }: Props) => (
  <Modal
    opened={event !== undefined}
    onClose={onClose}
    title={t`Refused event`}
    size="lg"
    closeButtonProps={{ 'aria-label': t`Close` }}
  >
    {event ? <Details event={event} onReplay={() => onReplay(event)} /> : null}
  </Modal>
)

const Details = ({ event, onReplay }: { event: Refused; onReplay: () => void }) => {
  const [asked, ask] = useState<'give' | 'add'>()
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const keys = useQuery({ ...allPages('listKeys', {}), enabled: isOwner && event.keyId !== null })
  const locationName = useLocationNames()
  const [name, detail] = [nameOf(event), detailOf(event)]
  const sent = sentOf(event)
  const sentId = sent?.sourceUserId
  // An id of a source is given by an import, for which workplace administrators lack the role.
  const isNew = sent !== undefined && misplacedField(event) === undefined
  const canAdd = isNew && (sent.email !== undefined || (sentId !== undefined && isOwner))
  const keyName = keys.data?.items.find(({ keyId }) => keyId === event.keyId)?.name
  const shown = (field: string, value: unknown): string =>
    field === 'locationId' && typeof value === 'string' ? placeText(value, locationName(value)) : textOf(value)
  return (
    <Stack gap="md">
      <Facts
        label={t`Refusal`}
        facts={[
          [t`Reason`, detail === undefined ? name : `${name}: ${detail}`],
          [t`What helps`, helpOf(event)],
          [t`Kind`, KINDS[event.kind]],
          [t`Source`, event.sourceId],
          [t`Refused at`, exactMomentText(event.refusedAt, readerZone())],
          [t`Sent with key`, keyName ?? event.keyId ?? t`Not known`],
        ]}
      />
      <Group gap="xs">
        {sentId !== undefined && isOwner ? (
          <Button variant="default" onClick={() => ask('give')}>
            <Trans>Give this id to a person…</Trans>
          </Button>
        ) : null}
        {canAdd ? (
          <Button variant="default" onClick={() => ask('add')}>
            <Trans>Add this person…</Trans>
          </Button>
        ) : null}
        <Button variant="default" onClick={onReplay}>
          <Trans>Replay this event…</Trans>
        </Button>
      </Group>
      {sentId !== undefined && !isOwner ? (
        <Text size="sm" c="dimmed">
          <Trans>Global administrators can give this id to a person here.</Trans>
        </Text>
      ) : null}
      <section aria-label={t`As it came`}>
        <Text fw={600} mb={4}>
          <Trans>As it came</Trans>
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          <Trans>May hold personal data: show it only to those who need it.</Trans>
        </Text>
        <Facts
          label={t`Fields`}
          facts={Object.entries(event.payload).map(([field, value]): Fact => [field, shown(field, value)])}
        />
      </section>
      {asked === 'add' && sent ? (
        <AddPersonModal sourceId={event.sourceId} sent={sent} onReplay={onReplay} onClose={() => ask(undefined)} />
      ) : null}
      {asked === 'give' && sentId !== undefined ? (
        <GiveIdModal sourceId={event.sourceId} sourceUserId={sentId} onReplay={onReplay} onClose={() => ask(undefined)} />
      ) : null}
    </Stack>
  )
}
