import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { ErrorState } from '../../../components/error-state.tsx'
import type { Replay } from './quarantine-query.ts'
import { type ReplayCount, useReplay } from './use-replay.ts'

interface Props {
  readonly isOpen: boolean
  readonly bodies: readonly Replay[]
  /** `the 3 selected events`. */
  readonly what: string
  readonly onClose: () => void
}

/** Asks before events are submitted again, then says what came of it. */
export const ReplayModal = ({ isOpen, bodies, what, onClose }: Props) => {
  const { mutate, reset, data, error, isPending, isIdle, soFar } = useReplay()
  const close = (): void => {
    onClose()
    if (!isPending) reset()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={`Replay ${what}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        {isIdle ? (
          <Text size="sm">
            They are submitted again as they came. What can be stored by now is stored and leaves the quarantine, the attendance
            of its days changes with the next refresh; the rest goes on waiting.
          </Text>
        ) : null}
        {isPending ? (
          <>
            <Progress value={100} striped animated aria-label="Replaying" />
            <Text size="sm" role="status">
              {resultText(soFar)} so far. It may be left: what is done stays done.
            </Text>
          </>
        ) : null}
        {error ? <ErrorState error={error} /> : null}
        {data ? (
          <Text size="sm" role="status">
            {resultText(data)}.
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {isIdle ? 'Cancel' : 'Close'}
          </Button>
          {data ? null : (
            <Button loading={isPending} onClick={() => mutate(bodies)}>
              Replay
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const resultText = ({ accepted, stillRefused }: ReplayCount): string => `${accepted} stored, ${stillRefused} still refused`
