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
import { GiveIdModal, sentIdOf } from './give-id-modal.tsx'
import type { Refused } from './quarantine-query.ts'
import { detailOf, KINDS, nameOf, reasonOf, unknownHostHelp } from './quarantine-words.ts'

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

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
  const [isGiving, setGiving] = useState(false)
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const keys = useQuery({ ...allPages('listKeys', {}), enabled: isOwner && event.keyId !== null })
  const locationName = useLocationNames()
  const { help } = reasonOf(event.resultCode)
  const [name, detail] = [nameOf(event), detailOf(event)]
  const isHost = event.kind === 'visitor' && event.resultCode === 1
  const sentId = sentIdOf(event)
  const keyName = keys.data?.items.find(({ keyId }) => keyId === event.keyId)?.name
  const shown = (field: string, value: unknown): string =>
    field === 'locationId' && typeof value === 'string' ? locationName(value) : textOf(value)
  return (
    <Stack gap="md">
      <Facts
        label={t`Refusal`}
        facts={[
          [t`Reason`, detail === undefined ? name : `${name}: ${detail}`],
          [t`What helps`, isHost ? unknownHostHelp() : help],
          [t`Kind`, KINDS[event.kind]],
          [t`Source`, event.sourceId],
          [t`Refused at`, exactMomentText(event.refusedAt, readerZone())],
          [t`Sent with key`, keyName ?? event.keyId ?? t`Not known`],
        ]}
      />
      <Group gap="xs">
        {sentId !== undefined && isOwner ? (
          <Button variant="default" onClick={() => setGiving(true)}>
            <Trans>Give this id to a person…</Trans>
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
      {isGiving && sentId !== undefined ? (
        <GiveIdModal sourceId={event.sourceId} sourceUserId={sentId} onReplay={onReplay} onClose={() => setGiving(false)} />
      ) : null}
    </Stack>
  )
}
