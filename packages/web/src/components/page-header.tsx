import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { GuideLink } from './guide-link.tsx'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Buttons and other controls, on the right. */
  readonly actions?: ReactNode
}

/** The heading of a page, which is also the title of the browser tab. */
export const PageHeader = ({ title, description, actions }: Props) => {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={2} flex="1 1 260px">
        <Group gap={4} wrap="nowrap">
          <Title order={1} size="h2">
            {title}
          </Title>
          <GuideLink />
        </Group>
        {description ? (
          <Text component="div" c="dimmed" size="sm" maw={720}>
            {description}
          </Text>
        ) : null}
      </Stack>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  )
}
