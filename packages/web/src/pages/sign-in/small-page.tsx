import { Center, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A page with one short task, for people who are not signed in. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack>
          <Title order={1} size="h2">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
