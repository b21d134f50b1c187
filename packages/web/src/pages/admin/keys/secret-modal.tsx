import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { bearerSecret, type KeyWithSecret } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyField } from '../../../components/copy-field.tsx'

interface Props {
  readonly made: KeyWithSecret
  /** Called when the dialog closes, to forget the secret. */
  readonly onClose: () => void
}

/** Shows the secret of a new key, once. A click outside and Escape do not close it, because the secret would be lost. */
export const SecretModal = ({ made: { name, keyId, role, secret }, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={t`Secret of ${name}`}
    size="lg"
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
  >
    <Stack>
      <Alert
        color="orange"
        variant="outline"
        icon={<IconAlertTriangle aria-hidden />}
        title={t`The secret is shown now and never again`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        <Trans>
          Before you close this, store it where the users of the key keep their secrets. No one can look it up later: if it is
          lost, you need a new key.
        </Trans>
      </Alert>
      <CopyField label={t`Key id`} value={keyId} />
      <CopyField label={t`Secret`} value={secret ?? ''} />
      {role === 'provisioning' && <CopyField label={t`Bearer secret, for SCIM`} value={bearerSecret(keyId, secret ?? '')} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans>I have stored it</Trans>
        </Button>
      </Group>
    </Stack>
  </Modal>
)
