import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { ErrorState } from '../../../components/error-state.tsx'

interface Props {
  readonly title: string
  /** What it does, and what it does not. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly isDangerous?: boolean
  /** False while a preview loads: the buttons appear below it, so that they do not move under the pointer. */
  readonly isReady?: boolean
  /** Tells the service, and the reader that it is done. */
  readonly confirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something is done that others notice. */
export const ConfirmModal = ({ title, children, confirmLabel, isDangerous = false, isReady = true, confirm, onClose }: Props) => {
  const doing = useAction({ mutationFn: confirm, onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        {doing.error ? <ErrorState error={doing.error} /> : null}
        <Text size="sm" component="div">
          {children}
        </Text>
        {isReady ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button color={isDangerous ? 'red.9' : 'petrol'} loading={doing.isPending} onClick={() => doing.mutate()}>
              {confirmLabel}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  )
}
