import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
    title={t`Refused event`}
    size="lg"
    closeButtonProps={{ 'aria-label': t`Close` }}
  >
    {event ? <Details event={event} /> : null}
  </Modal>
)

const Details = ({ event }: { event: Refused }) => {
  const { name, help } = reasonOf(event.resultCode)
  return (
    <Stack gap="md">
      <Facts
        label={t`Refusal`}
        facts={[
          [t`Reason`, `${name}: ${event.reason}`],
          [t`What helps`, help],
          [t`Kind`, KINDS[event.kind]],
          [t`Source`, event.sourceId],
          [t`Refused at`, exactMomentText(event.refusedAt, readerZone())],
          [t`Sent with key`, event.keyId ?? t`Not known`],
        ]}
      />
      <section aria-label={t`As it came`}>
        <Text fw={600} mb={4}>
          <Trans>As it came</Trans>
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          <Trans>May hold personal data: show it only to those who need it.</Trans>
        </Text>
        <Facts label={t`Fields`} facts={Object.entries(event.payload).map(([field, value]): Fact => [field, textOf(value)])} />
      </section>
    </Stack>
  )
}
