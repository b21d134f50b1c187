import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Text } from '@mantine/core'
import type { KeyWithSecret } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { CommandLine } from '../../../components/command-line.tsx'
import { TextLink } from '../../../components/links.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { addDays, todayIn } from '../../../time/days.ts'
import { instantOf } from '../../../time/zoned-time.ts'
import { presenceLine, type Seen, sendPresence } from '../../../workplace/key-line.ts'
import { useBuildings, useMe } from '../../../workplace/me.tsx'

interface Props {
  /** The key that was created in this visit, with its secret. */
  readonly made: KeyWithSecret | undefined
  readonly onMade: (made: KeyWithSecret) => void
  readonly hasEvent: boolean
}

/** Creates a key for sending events, and waits for the first one, which the line shown sends. */
export const KeyStep = ({ made, onMade, hasEvent }: Props) => {
  const create = useAction({
    mutationFn: () =>
      call('createKey', { body: { name: t`First source`, role: 'submitting-events', authMethods: ['basic', 'hmac'] } }),
    onSuccess: (key) => {
      onMade(key)
      void invalidate('listKeys')
    },
  })
  return (
    <>
      {create.error ? <ErrorState error={create.error} /> : null}
      {made ? (
        <FirstEvent made={made} hasEvent={hasEvent} />
      ) : (
        <>
          <Text size="sm">
            <Trans>
              A key lets a system send events. It is shown with the line that sends the first one; you find all keys under{' '}
              <TextLink underline="always" to="/admin/keys">
                Keys
              </TextLink>
              .
            </Trans>
          </Text>
          <div>
            <Button onClick={() => create.mutate()} loading={create.isPending}>
              <Trans>Create a key</Trans>
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const FirstEvent = ({ made, hasEvent }: { made: KeyWithSecret; hasEvent: boolean }) => {
  // The line stays the same while the page waits.
  const [now] = useState(() => new Date().toISOString())
  const { userName, primaryLocationId } = useMe()
  const buildings = useBuildings()
  const building = buildings.find(({ locationId }) => locationId === primaryLocationId) ?? buildings[0]
  if (!building)
    return (
      <Text size="sm">
        <Trans>Add a building first: an event says where someone was seen.</Trans>
      </Text>
    )
  const { locationId, timeZone } = building
  // The event of yesterday can be published at once, as that day is over; the event of now shows on the live floor.
  const yesterday = instantOf(addDays(todayIn(timeZone), -1), '09:00', timeZone)
  const events = [yesterday, now].map((timestamp, index) => {
    return { eventId: `first-${index + 1}`, timestamp, userEmail: userName, locationId }
  })
  return (
    <>
      <Text size="sm">
        <Trans>
          Run this line in a terminal, or let this page make the same call. It says that you were here yesterday and now. Store
          the key id and the secret, which are the part after <Code>-u</Code>: the secret is not shown again.
        </Trans>
      </Text>
      <CommandLine label={t`The line that sends the first event`} line={presenceLine(made, events)}>
        <SendTestEvent made={made} events={events} />
        <Text size="sm" role="status">
          {hasEvent ? t`The first event has arrived.` : t`Waiting for the first event …`}
        </Text>
      </CommandLine>
    </>
  )
}

/** Sends the events of the line with the new key, as a system would. */
const SendTestEvent = ({ made, events }: { made: KeyWithSecret; events: readonly Seen[] }) => {
  const send = useAction({
    mutationFn: () => sendPresence(made, events),
    onSettled: () => void invalidate('listSources', 'getLiveFloor'),
  })
  const refused = send.data?.results.find(({ resultCode }) => resultCode !== 0)?.message
  return (
    <>
      <Button onClick={() => send.mutate()} loading={send.isPending}>
        <Trans>Send a test event</Trans>
      </Button>
      {send.error ? <ErrorState error={send.error} /> : null}
      {refused ? (
        <Text size="sm" role="alert">
          {t`The event was refused: ${refused}`}
        </Text>
      ) : null}
    </>
  )
}
