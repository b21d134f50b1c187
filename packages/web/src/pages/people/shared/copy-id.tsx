import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** An id as it is used elsewhere, to be copied. */
export const CopyId = ({ id, what }: { id: string; what: string }) => (
  <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
    <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
    <CopyButton value={id} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon variant="subtle" size="sm" aria-label={copied ? 'Copied' : `Copy ${what}`} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  </Group>
)
