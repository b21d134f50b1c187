import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, type Input } from '../../../../api/call.ts'
import { apiQuery, invalidate } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import { takeFocusOfClose } from '../../../../components/field-focus.tsx'
import { notifyDone } from '../../../../components/notices.tsx'
import { ErrorState, QueryState } from '../../../../components/states.tsx'
import { useAtOpening } from '../../../../components/unsaved.tsx'
import { CanceledBookings } from '../../shared/canceled-bookings.tsx'
import { type Item, idOf, type Kind, nameOf } from '../kinds/kind.ts'
import { WORDS } from '../kinds/kind-words.ts'

interface Props {
  readonly kind: Kind
  readonly item: Item
  readonly onClose: () => void
}

/**
 * Asks before a node becomes inactive or active again, and says what that does. The buttons wait for the preview above them,
 * because a button that moves between press and release loses the click.
 */
export const StatusModal = ({ kind, item: given, onClose }: Props) => {
  const item = useAtOpening(given)
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
      notifyDone(isActive ? t`${name} is inactive.` : t`${name} is active again.`)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={isActive ? t`Set ${name} inactive?` : t`Set ${name} active again?`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack>
        {change.error ? <ErrorState error={change.error} /> : null}
        <Text size="sm">{isActive ? kind.whenInactive : WORDS[kind.name].whenActive}</Text>
        {isActive ? <WhatFalls preview={preview} /> : null}
        {isActive && preview.isPending ? null : (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus ref={takeFocusOfClose}>
              <Trans>Leave it</Trans>
            </Button>
            <Button color={isActive ? 'red.9' : 'petrol'} loading={change.isPending} onClick={() => change.mutate()}>
              {isActive ? t`Set inactive` : t`Set active`}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

/** What would be canceled if this node became inactive now. */
const useDeactivationPreview = (kind: Kind, item: Item, enabled: boolean) => {
  const params = { [kind.idField]: idOf(kind, item) } as { placeId: string }
  // Kinds differ only in the name of their id.
  const operation = kind.previewDeactivation as 'previewPlaceDeactivation'
  return useQuery({ ...apiQuery(operation, { params }), gcTime: 0, staleTime: 0, enabled })
}

/** The bookings that are canceled when a node becomes inactive, with their users. */
const WhatFalls = ({ preview }: { preview: ReturnType<typeof useDeactivationPreview> }) => (
  <QueryState query={preview} height={48}>
    {(deactivation) => <CanceledBookings {...deactivation} none={t`It has no bookings after today.`} />}
  </QueryState>
)
