import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { bearerSecret, type KeyWithSecret } from '@rollcall/contract'
import { useState } from 'react'
import { CommandLine } from '../../../components/command-line.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { presenceLine, trialLine } from '../../../workplace/key-line.ts'
import { useBuildings, useHome, useMe } from '../../../workplace/me.tsx'
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
    <TrialLine made={made} />
  </ShownOnceModal>
)

/** A line to try the key with; one that sends events says that the reader is in their building. */
const TrialLine = ({ made }: { made: KeyWithSecret }) => {
  const [now] = useState(() => new Date().toISOString())
  const { userId } = useMe()
  const buildings = useBuildings()
  const home = useHome() ?? buildings[0]
  const trial = trialLine(made)
  if (trial) {
    return (
      <>
        <Text size="sm">
          <Trans>Try it: run this line in a terminal. It only reads, and changes nothing.</Trans>
        </Text>
        <CommandLine label={t`A line to try the key with`} line={trial} />
      </>
    )
  }
  if (made.role !== 'submitting-events' || !home) return null
  const { locationId, locationName } = home
  return (
    <>
      <Text size="sm">
        <Trans>Try it: run this line in a terminal. It sends a real event, which says that you are in {locationName} now.</Trans>
      </Text>
      <CommandLine
        label={t`A line to try the key with`}
        line={presenceLine(made, [{ eventId: `first-${now}`, timestamp: now, userId, locationId }])}
      />
    </>
  )
}
