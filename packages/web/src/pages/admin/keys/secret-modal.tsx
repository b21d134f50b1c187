import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import { bearerSecret, type KeyWithSecret, SUBMITTERS } from '@rollcall/contract'
import { useState } from 'react'
import { CommandLine } from '../../../components/command-line.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { presenceLine, trialLine } from '../../../workplace/key-line.ts'
import { type Building, useBuildings, useHome, useMe } from '../../../workplace/me.tsx'
import { ShownOnceModal } from '../shared/shown-once-modal.tsx'

interface Props {
  readonly made: KeyWithSecret
  /** Called when the dialog closes, to forget the secret. */
  readonly onClose: () => void
}

/** Shows the secret of a new key, once. */
export const SecretModal = ({ made, made: { name, keyId, role, secret }, onClose }: Props) => (
  <ShownOnceModal
    title={t`Secret of ${name}`}
    warning={t`The secret is shown now and never again`}
    advice={
      <Trans>
        Before you close this, store it where the users of the key keep their secrets. No one can look it up later: if it is lost,
        you need a new key.
      </Trans>
    }
    close={t`I have stored it`}
    onClose={onClose}
  >
    <CopyField label={t`Key id`} value={keyId} />
    <CopyField label={t`Secret`} value={secret ?? ''} />
    {role === 'provisioning' && <CopyField label={t`Bearer secret, for SCIM`} value={bearerSecret(keyId, secret ?? '')} />}
    <TrialLines made={made} />
  </ShownOnceModal>
)

/** Lines to try the key with. One that sends events says that the reader is in their building. */
const TrialLines = ({ made }: { made: KeyWithSecret }) => {
  const buildings = useBuildings()
  const home = useHome() ?? buildings[0]
  const trial = trialLine(made)
  const building = SUBMITTERS.includes(made.role) ? home : undefined
  // Where an event can be sent, the token that it takes needs no line of its own.
  const isTried = trial !== undefined && !(building && made.role === 'submitting-events')
  return (
    <>
      {isTried ? (
        <>
          <Text size="sm">
            <Trans>Try it: run this line in a terminal. It only reads, and changes nothing.</Trans>
          </Text>
          <CommandLine label={t`A line to try the key with`} line={trial} />
        </>
      ) : null}
      {building ? <EventLine made={made} building={building} /> : null}
    </>
  )
}

const EventLine = ({ made, building: { locationId, locationName } }: { made: KeyWithSecret; building: Building }) => {
  const [now] = useState(() => new Date().toISOString())
  const { userName } = useMe()
  return (
    <>
      <Text size="sm">
        <Trans>Try it: run this line in a terminal. It sends a real event, which says that you are in {locationName} now.</Trans>
      </Text>
      <CommandLine
        label={t`A line that sends an event`}
        line={presenceLine(made, [{ eventId: `first-${now}`, timestamp: now, userEmail: userName, locationId }])}
      />
      <Text size="sm">
        <Trans>
          Your systems name a person by <Code>userEmail</Code>, which is the user name or e-mail, or by <Code>sourceUserId</Code>,
          which is an id of their own such as a badge number. An id that is not known yet waits in the quarantine, where you give
          it to a person.
        </Trans>
      </Text>
    </>
  )
}
