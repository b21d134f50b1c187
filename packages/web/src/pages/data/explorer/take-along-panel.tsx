import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Code, CopyButton, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Format } from '@rollcall/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Dataset } from './datasets.ts'
import { answerAddress } from './question.ts'
import type { Question } from './question-view.ts'
import { curlLine, FORMATS, fileName } from './take-along.ts'

/** Offers the same rows as a file, and as a command for programs. */
export const TakeAlongPanel = ({ dataset, question }: { dataset: Dataset; question: Question }) => {
  const [format, setFormat] = useState<Format>('ndjson')
  const address = new URL(answerAddress(question, format) as string, window.location.origin)
  // The path for keys with HTTP Basic.
  address.pathname += '/basic'
  const line = curlLine(address.href, fileName(dataset, question, format))
  return (
    <Paper withBorder p="md" mb="sm" role="region" aria-label={t`Download and curl`}>
      <Stack gap="sm">
        <Group gap="xs">
          <Text size="sm" fw={600} flex="0 0 auto">
            <Trans>Download</Trans>
          </Text>
          {FORMATS.map(({ format: each, label }) => (
            <Button
              key={each}
              component="a"
              href={answerAddress(question, each)}
              download={fileName(dataset, question, each)}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              {label}
            </Button>
          ))}
        </Group>
        <Group gap="xs" justify="space-between">
          <Text size="sm" fw={600}>
            <Trans>Read by a program</Trans>
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t`Format of the curl line`}
            value={format}
            onChange={(value) => setFormat(value as Format)}
            data={FORMATS.map(({ format: value, label }) => ({ value, label }))}
          />
        </Group>
        <Code block data-testid="curl" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {line}
        </Code>
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 260px">
            <Trans>
              Set KEY_ID and KEY_SECRET to those of a key with the role Data Warehouse; see the{' '}
              <Anchor href="/docs" inherit underline="always">
                reference
              </Anchor>
              .
            </Trans>
          </Text>
          <CopyButton value={line}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? t`Copied` : t`Copy the curl line`}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  )
}
