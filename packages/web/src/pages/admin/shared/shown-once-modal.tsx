import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** That this is shown only now. */
  readonly warning: string
  readonly advice: ReactNode
  /** The fields to copy. */
  readonly children: ReactNode
  /** What else can be done with it. */
  readonly action?: ReactNode
  readonly close: string
  /** Called when the dialog closes, to forget what it showed. */
  readonly onClose: () => void
}

/** Shows a secret once. A click outside and Escape do not close it, because the secret would be lost. */
export const ShownOnceModal = ({ title, warning, advice, children, action, close, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
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
        title={warning}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {advice}
      </Alert>
      {children}
      <Group justify="flex-end">
        {action}
        <Button onClick={onClose}>{close}</Button>
      </Group>
    </Stack>
  </Modal>
)
