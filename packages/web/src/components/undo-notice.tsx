import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** How long what was done can be taken back. */
const UNDO_MS = 10_000

/** Says that something was done, with a button that takes it back. */
export const notifyUndoable = (message: string, undo: () => void): void => {
  const id = notifications.show({
    color: 'petrol',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
