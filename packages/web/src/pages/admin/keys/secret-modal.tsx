import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { KeyWithSecret } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyField } from '../shared/copy-field.tsx'

interface Props {
  readonly made: KeyWithSecret
  /** Forgets it. */
  readonly onClose: () => void
}

/** Shows the secret of a new key, once. A slip of the mouse or the Escape key does not close it: the secret would be lost. */
export const SecretModal = ({ made: { name, keyId, secret }, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={`Secret of ${name}`}
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
        title="The secret is shown now and never again"
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        Put it where those who use the key keep their secrets, before you close this. Nobody can look it up later: a lost secret
        means a new key.
      </Alert>
      <CopyField label="Key id" value={keyId} />
      <CopyField label="Secret" value={secret ?? ''} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  </Modal>
)
