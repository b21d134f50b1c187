import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyField } from '../../../components/copy-field.tsx'
import type { CreatedScreen } from './create-screen-modal.tsx'

interface Props {
  readonly made: CreatedScreen
  /** Called when the dialog closes, to forget the link. */
  readonly onClose: () => void
}

/** Shows the link of a new screen, once. A click outside and Escape do not close it, because the link would be lost. */
export const LinkModal = ({ made: { name, link }, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={t`Link of ${name}`}
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
        title={t`The link is shown now and never again`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        <Trans>Open it in the browser of the screen, in full screen. Everyone who has the link sees what the screen shows.</Trans>
      </Alert>
      <CopyField label={t`Link`} value={link} />
      <Group justify="flex-end">
        <Button variant="default" component="a" href={link} target="_blank" rel="noreferrer">
          <Trans>Open it here</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>I have stored it</Trans>
        </Button>
      </Group>
    </Stack>
  </Modal>
)
