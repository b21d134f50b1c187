import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { ErrorState } from '../../../components/states.tsx'
import { BATCH } from '../shared/range-fields.tsx'
import { identityOf, type Refused, type Replay } from './quarantine-query.ts'

interface Props {
  readonly isOpen: boolean
  readonly bodies: readonly Replay[]
  /** Asks for confirmation, such as `Replay the 3 selected events?`. */
  readonly title: string
  readonly onClose: () => void
}

/** Asks for confirmation before events are submitted again, then shows the result. */
export const ReplayModal = ({ isOpen, bodies, title, onClose }: Props) => {
  const { mutate, reset, data, error, isPending, isIdle, soFar } = useReplay()
  const close = (): void => {
    onClose()
    if (!isPending) reset()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={isIdle ? title : data ? t`Replayed` : t`Replay`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="sm">
        {isIdle ? (
          <Text size="sm">
            <Trans>
              They are submitted again as they came. What can be stored by now is stored and leaves the quarantine, the attendance
              of its days changes with the next refresh; the rest goes on waiting.
            </Trans>
          </Text>
        ) : null}
        {isPending ? (
          <>
            <Progress value={100} striped animated aria-label={t`Replaying`} />
            <Text size="sm" role="status">
              {soFarText(soFar)}
            </Text>
          </>
        ) : null}
        {error ? <ErrorState error={error} /> : null}
        {data ? (
          <Text size="sm" role="status">
            {resultText(data)}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {isIdle ? t`Cancel` : t`Close`}
          </Button>
          {data ? null : (
            <Button loading={isPending} onClick={() => mutate(bodies)}>
              <Trans>Replay</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const resultText = ({ accepted, stillRefused }: ReplayCount): string => t`${accepted} stored, ${stillRefused} still refused.`
const soFarText = ({ accepted, stillRefused }: ReplayCount): string =>
  t`${accepted} stored, ${stillRefused} still refused so far. You may leave this page: what is done stays done.`

interface ReplayCount {
  readonly accepted: number
  readonly stillRefused: number
}

/** Submits events again in batches and reports its progress. It can be stopped at any time. */
const useReplay = () => {
  const [soFar, setSoFar] = useState<ReplayCount>({ accepted: 0, stillRefused: 0 })
  const mutation = useAction({
    mutationFn: async (bodies: readonly Replay[]): Promise<ReplayCount> => {
      let count: ReplayCount = { accepted: 0, stillRefused: 0 }
      setSoFar(count)
      for (const body of bodies) {
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const result = await call('replayQuarantine', { body: { ...body, ...(cursor ? { cursor } : {}) } })
          count = {
            accepted: count.accepted + result.accepted,
            stillRefused: count.stillRefused + result.stillRefused,
          }
          setSoFar(count)
          // A batch of selected events is complete.
          cursor = body.events ? null : result.nextCursor
        }
      }
      return count
    },
    onSettled: () => invalidate('listQuarantine', 'listSources'),
  })
  return { ...mutation, soFar }
}

/** Splits the selected events into the bodies of several calls. */
export const bodiesOf = (events: readonly Refused[]): Replay[] =>
  Array.from({ length: Math.ceil(events.length / BATCH) }, (_, index) => ({
    events: events.slice(index * BATCH, (index + 1) * BATCH).map(identityOf),
  }))
