import { AppShell, Group, Stack, Text } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadingState, PageSkeleton } from '../components/loading-state.tsx'
import { PageError } from './page-error.tsx'

/** What surrounds a page while it is not known who is signed in. */
const ShellFrame = ({ children, isLoading = false }: { children: ReactNode; isLoading?: boolean }) => (
  <AppShell header={{ height: 56 }} navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: true } }} padding="md">
    <AppShell.Header>
      <Group h="100%" px="md" gap="sm">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <Text fw={700}>Rollcall</Text>
      </Group>
    </AppShell.Header>
    <AppShell.Navbar aria-hidden="true">
      {isLoading ? (
        <Stack p="md">
          <LoadingState height={360} label="Loading the navigation" />
        </Stack>
      ) : null}
    </AppShell.Navbar>
    <AppShell.Main>{children}</AppShell.Main>
  </AppShell>
)

export const ShellSkeleton = () => (
  <ShellFrame isLoading>
    <PageSkeleton />
  </ShellFrame>
)

export const ShellError = (props: ErrorComponentProps) => (
  <ShellFrame>
    <PageError {...props} />
  </ShellFrame>
)
