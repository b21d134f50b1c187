import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { call, type Input } from '../../../../api/call.ts'
import { invalidate } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import { ErrorState } from '../../../../components/error-state.tsx'
import { notifyDone } from '../../../../components/mutation-notice.ts'
import { type Item, idOf, type Kind, nameOf } from '../kinds/kind.ts'
import { useDeactivationPreview, WhatFalls } from './what-falls.tsx'

interface Props {
  readonly kind: Kind
  readonly item: Item
  readonly onClose: () => void
}

/**
 * Asks before a node goes out of use, or comes back, and says what that does. The buttons wait for the preview above them: if they
 * moved between press and release, the click would be lost.
 */
export const StatusModal = ({ kind, item, onClose }: Props) => {
  const isActive = item.status === 'active'
  const name = nameOf(kind, item)
  const preview = useDeactivationPreview(kind, item, isActive)
  const change = useAction({
    mutationFn: () =>
      call(kind.update, {
        params: { [kind.idField]: idOf(kind, item) },
        body: { status: isActive ? 'inactive' : 'active' },
      } as unknown as Input<typeof kind.update>),
    onSuccess: async () => {
      await invalidate(...kind.lists)
      notifyDone(isActive ? `${name} is inactive.` : `${name} is active again.`)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={isActive ? `Set ${name} inactive?` : `Set ${name} active again?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {change.error ? <ErrorState error={change.error} /> : null}
        <Text size="sm">
          {isActive
            ? kind.whenInactive
            : `The ${kind.name} can be used again. Bookings that were cancelled when it became inactive do not come back.`}
        </Text>
        {isActive ? <WhatFalls preview={preview} /> : null}
        {isActive && preview.isPending ? null : (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Leave it
            </Button>
            <Button color={isActive ? 'red.9' : 'petrol'} loading={change.isPending} onClick={() => change.mutate()}>
              {isActive ? 'Set inactive' : 'Set active'}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
