import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** The name of this part of the page in addresses. */
  readonly hash?: string
  readonly description?: ReactNode
  /** Buttons, on the right. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame around a chart, a table or a map: heading, description and actions. */
export const FigureFrame = ({ title, hash, description, actions, children }: Props) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" id={hash} aria-labelledby={id} miw={0}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <Stack gap={0} flex="1 1 200px">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {description ? (
            <Text component="div" size="sm" c="dimmed">
              {description}
            </Text>
          ) : null}
        </Stack>
        {actions ? <Group gap={6}>{actions}</Group> : null}
      </Group>
      {children}
    </Paper>
  )
}
