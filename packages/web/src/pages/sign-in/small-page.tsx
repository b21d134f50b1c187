import { Center, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** The card in the middle of a page without navigation, under the sign of Rollcall. */
export const SmallFrame = ({ maxWidth = 420, children }: { maxWidth?: number; children: ReactNode }) => (
  <Center mih="100dvh" p="md" component="main" bg="var(--look-frame)">
    <Paper withBorder p="xl" w="100%" maw={maxWidth} radius="lg" shadow="sm">
      <Stack>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        {children}
      </Stack>
    </Paper>
  </Center>
)

/** A page with one short task, for people who are not signed in. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  return (
    <SmallFrame>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children}
    </SmallFrame>
  )
}
