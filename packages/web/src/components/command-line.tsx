import { t } from '@lingui/core/macro'
import { Button, Code, CopyButton, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  readonly line: string
  /** Beside the button. */
  readonly children?: ReactNode
}

/** A line for a terminal, with a button that copies it. */
export const CommandLine = ({ label, line, children }: Props) => (
  <>
    <Code block tabIndex={0} aria-label={label}>
      {line}
    </Code>
    <Group gap="sm">
      <CopyButton value={line} timeout={3000}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? t`Copied` : t`Copy the line`}</span>
          </Button>
        )}
      </CopyButton>
      {children}
    </Group>
  </>
)
