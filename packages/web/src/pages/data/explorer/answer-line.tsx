import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { countOf, showNumber } from '../../../components/format.ts'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { bytesText } from '../shared/numbers.ts'
import type { Answered, Reading } from './row-reader.ts'

/** The progress as text, which screen readers read out at the end. */
export const AnswerLine = ({ reading, onStop }: { reading: Reading; onStop: () => void }) => {
  const { phase, rows, bytes, answered } = reading
  const isReading = phase === 'asking' || phase === 'reading'
  const total = answered?.rowCount ?? null
  const far = `${countOf(rows, 'row')}, ${bytesText(bytes)}`
  return (
    <Group gap="sm" flex="1 1 300px" mih={30}>
      <Text size="sm" fw={600} role="status" aria-live={isReading ? 'off' : 'polite'} data-phase={phase}>
        {phase === 'asking' ? 'Asking' : isReading && total !== null ? `${showNumber(rows)} of ${countOf(total, 'row')}` : far}
      </Text>
      {isReading ? (
        <>
          <Progress
            value={total ? (rows / total) * 100 : 100}
            striped={!total}
            animated={!total}
            size="sm"
            flex="1 1 80px"
            maw={220}
            aria-label="Rows read"
          />
          <Text size="sm" c="dimmed">
            {bytesText(bytes)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onStop}>
            Stop
          </Button>
        </>
      ) : null}
    </Group>
  )
}

/** Warns if the rows are incomplete. */
export const IncompleteNote = ({ reading: { phase, rows, answered, error } }: { reading: Reading }) => {
  const of = answered?.rowCount === null || answered === null ? '' : ` of ${showNumber(answered.rowCount)}`
  if (phase === 'stopped') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title="Stopped">
        These are the first {showNumber(rows)} rows{of}.
      </Alert>
    )
  }
  if (phase === 'full') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title="There are more rows than a page holds">
        These are the first {showNumber(rows)} rows{of}. Ask for less, or download all of them.
      </Alert>
    )
  }
  if (phase !== 'broken') return null
  return (
    <Alert color="red" variant="outline" mb="sm" role="alert" title="The response was interrupted">
      These are the first {showNumber(rows)} rows{of}: what is missing is not here. Read it again.{' '}
      {error instanceof Error ? error.message : ''}
    </Alert>
  )
}

/** Says how current the rows are. */
export const AsOf = ({ answered: { refreshedAt, lastModified, etag } }: { answered: Answered }) => (
  <Text size="sm" c="dimmed" component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
    {refreshedAt ? `As of ${exactMomentText(refreshedAt)}. ` : ''}
    {lastModified ? `Last changed ${exactMomentText(lastModified)}. ` : ''}
    {etag ? (
      <>
        ETag <code>{etag}</code>
      </>
    ) : null}
  </Text>
)
