import { Modal, Stack, Text } from '@mantine/core'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import type { Refused } from './quarantine-query.ts'
import { KINDS, reasonOf } from './quarantine-view.ts'

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** One event as it was received, and how to solve its problem. It may contain personal data. */
export const EventDetails = ({ event, onClose }: { event: Refused | undefined; onClose: () => void }) => (
  <Modal
    opened={event !== undefined}
    onClose={onClose}
    title="Refused event"
    size="lg"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {event ? <Details event={event} /> : null}
  </Modal>
)

const Details = ({ event }: { event: Refused }) => {
  const { name, help } = reasonOf(event.resultCode)
  return (
    <Stack gap="md">
      <Facts
        label="Refusal"
        facts={[
          ['Reason', `${name}: ${event.reason}`],
          ['What helps', help],
          ['Kind', KINDS[event.kind]],
          ['Source', event.sourceId],
          ['Refused at', exactMomentText(event.refusedAt, readerZone())],
          ['Sent with key', event.keyId ?? 'Not known'],
        ]}
      />
      <section aria-label="As it came">
        <Text fw={600} mb={4}>
          As it came
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          May hold personal data: show it only to those who need it.
        </Text>
        <Facts label="Fields" facts={Object.entries(event.payload).map(([field, value]): Fact => [field, textOf(value)])} />
      </section>
    </Stack>
  )
}
