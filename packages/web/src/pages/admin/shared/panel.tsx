import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One part of a page, with its heading and actions. */
export const Panel = ({ title, description, actions, children }: Props) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} miw={0}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs" mih={30}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {description ? (
        <Text component="div" size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      ) : null}
      {children}
    </Paper>
  )
}
