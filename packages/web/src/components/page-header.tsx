import { Group, Stack, Text, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { GuideLink } from './guide-link.tsx'
import { focusNewPage } from './new-page.ts'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Buttons and other controls, on the right. */
  readonly actions?: ReactNode
}

/** The heading of a page, which is also the title of the browser tab. It gets the focus when a link leads to the page. */
export const PageHeader = ({ title, description, actions }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page, also of the same component
  useEffect(() => focusNewPage(heading.current), [path])
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={2} flex="1 1 260px">
        <Group gap={4} wrap="nowrap">
          <Title ref={heading} order={1} size="h2" tabIndex={-1}>
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
