import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** Asks before positions are lost that are not saved. */
export const LeavingModal = ({ isDirty }: { isDirty: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || tabOf(next.search) !== tabOf(current.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">Some desks were moved, and their positions are not saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const tabOf = (search: unknown): unknown => (search as { tab?: unknown }).tab
